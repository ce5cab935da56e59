import { describe, expect, it } from '@jest/globals';
import { cellToLatLng, cellToParent, getResolution, greatCircleDistance } from 'h3-js';
import { cellsAround, cellsOf, limitedBuckets } from './distance-cells.js';

type Position = [number, number];
const places: [string, Position][] = [
  ['Spa', [5.97, 50.44]],
  ['Dubai', [55.27, 25.2]],
  ['Quito', [-78.5, -0.2]],
  ['the date line', [180, -17]],
  ['the north pole', [0, 90]],
];
const cellAt = (position: Position) => cellsOf(position)[0]!;
/** `km` to the north and to the east. */
const moved = ([lon, lat]: Position, north: number, east: number): Position => [
  lon + east / (111.2 * Math.cos((lat * Math.PI) / 180)),
  lat + north / 111.2,
];
function bucketFor(from: Position, to: Position, unit: 'km' | 'mi' = 'km') {
  const around = cellsAround(cellAt(from), unit);
  return limitedBuckets.find((bucket) => cellsOf(to).some((cell) => around.get(bucket)!.includes(cell)));
}

describe(cellsAround, () => {
  it.each(places)('puts each cell around %s into one bucket', (_, position) => {
    for (const unit of ['km', 'mi'] as const) {
      const cells = [...cellsAround(cellAt(position), unit).values()].flat();
      expect(new Set(cells).size).toBe(cells.length);
      const all = new Set(cells);
      const parents = cells.flatMap((cell) =>
        Array.from({ length: getResolution(cell) - 5 }, (_each, index) => cellToParent(cell, 5 + index)),
      );
      expect(parents.filter((parent) => all.has(parent))).toEqual([]);
      // More ranges than these are not merged in order by the database.
      expect(Math.max(...[...cellsAround(cellAt(position), unit).values()].map(({ length }) => length))).toBeLessThan(
        200,
      );
    }
  });

  it.each<[number, string | undefined, string | undefined]>([
    [0, 'right_here', 'right_here'],
    [5, 'nearby', 'nearby'],
    [13, 'in_the_area', 'nearby'],
    [25, 'in_the_area', 'in_the_area'],
    [52, undefined, 'in_the_area'],
    [100, undefined, undefined],
  ])('finds a member at %p km in the bucket of kilometres and in that of miles', (distance, km, mi) => {
    const spa: Position = [5.97, 50.44];
    for (const [north, east] of [
      [1, 0],
      [0, 1],
      [-0.7, 0.7],
    ] as const) {
      const other = moved(spa, distance * north, distance * east);
      expect([bucketFor(spa, other), bucketFor(spa, other, 'mi')]).toEqual([km, mi]);
    }
  });

  it('gives two members the same bucket for each other', () => {
    const spa: Position = [5.97, 50.44];
    for (let step = 0; step < 120; step++) {
      const other = moved(spa, Math.cos(step) * step * 0.5, Math.sin(step) * step * 0.5);
      expect([step, bucketFor(other, spa)]).toEqual([step, bucketFor(spa, other)]);
    }
  });
});

describe(cellsOf, () => {
  it.each(places)('stores a cell around %s that is about as large as the smallest bucket', (_, position) => {
    const cells = cellsOf(position);
    expect(cells.map(getResolution)).toEqual([8, 7, 6, 5]);
    const [lat, lon] = cellToLatLng(cells[0]!);
    expect(greatCircleDistance([lat, lon], [position[1], position[0]], 'km')).toBeLessThan(0.65);
  });
});
