import { distanceBuckets, type DistanceBucket } from '@paddock/contract/calls/people';
import {
  cellToChildren,
  cellToLatLng,
  cellToParent,
  getResolution,
  greatCircleDistance,
  gridDisk,
  latLngToCell,
} from 'h3-js';

/** Kilometres in a mile, by the specification's factor (A §9). */
const kmInMile = 1 / 0.6214;

/** Resolution of the stored cell: about as large as the smallest bucket, so that no series of distances reveals more (ADR 0078). */
const finest = 8;
/** The buckets with a limit, and the resolution whose cells they are made of. */
const steps = [
  ['right_here', finest],
  ['short_walk', finest],
  ['nearby', 7],
  ['in_the_area', 5],
] as const satisfies readonly (readonly [DistanceBucket, number])[];
const coarsest = steps.at(-1)![1];

/** The buckets that cells decide; all other members are in `far_far`. */
export const limitedBuckets = steps.map(([bucket]) => bucket);
export type LimitedBucket = (typeof limitedBuckets)[number];
/** The cells of each bucket. No two of them overlap. */
export type CellsByBucket = ReadonlyMap<LimitedBucket, readonly string[]>;

/** The cell of a position `[lon, lat]` and its parents that distances are made of. */
export function cellsOf([lon, lat]: readonly [number, number]): string[] {
  const cell = latLngToCell(lat, lon, finest);
  return Array.from({ length: finest - coarsest + 1 }, (_, index) => cellToParent(cell, finest - index));
}

/**
 * The cells around a stored cell by bucket. Distances are those between centres of cells of the bucket's size, so all positions in
 * one stored cell have the same ones.
 */
export function cellsAround(cell: string, unit: 'km' | 'mi'): CellsByBucket {
  const found = new Map<LimitedBucket, readonly string[]>();
  const nearer = new Set<string>();
  const cut = new Set<string>();
  for (const [bucket, resolution] of steps) {
    const limit = distanceBuckets[bucket][unit] * (unit === 'mi' ? kmInMile : 1);
    const rest = (one: string): string[] => {
      if (nearer.has(one)) return [];
      return cut.has(one) ? cellToChildren(one, getResolution(one) + 1).flatMap(rest) : [one];
    };
    const cells = within(cellToParent(cell, resolution), limit).flatMap(rest);
    found.set(bucket, cells);
    for (const one of cells) {
      nearer.add(one);
      for (let size = getResolution(one) - 1; size >= coarsest; size--) cut.add(cellToParent(one, size));
    }
  }
  return found;
}

/** The cells of a cell's size whose centres are at most `limit` kilometres from its own. */
function within(cell: string, limit: number): string[] {
  const centre = cellToLatLng(cell);
  const isNear = (one: string) => greatCircleDistance(centre, cellToLatLng(one), 'km') <= limit;
  let found = [cell];
  for (let ring = 1; ; ring++) {
    const more = gridDisk(cell, ring).filter(isNear);
    if (more.length === found.length) return found;
    found = more;
  }
}
