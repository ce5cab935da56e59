import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetPosition, setPosition } from '@paddock/contract/calls/people';
import { cellToBoundary, cellToLatLng, greatCircleDistance } from 'h3-js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { ids, peopleCalls } from '../../../test/people-calls.js';
import { underFlags } from '../../../test/under-flags.js';
import { cellsOf } from './distance-cells.js';

/*
 * Two attacks that have located users of other products. An attack reads buckets from positions of its choice. It learns nothing about a
 * place within the cell if it reads the same for a victim anywhere in the cell: that is what these tests show.
 */

type Position = [number, number];
const byDistance = { people_tab: { by_distance: true } };

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const { closest, locate } = peopleCalls(() => services);

const [victimsCell] = cellsOf([5.97, 50.44]);
const [lat, lon] = cellToLatLng(victimsCell!);
const centre: Position = [lon, lat];
/** Close to the corners of the victim's cell, from its centre. */
const corners = cellToBoundary(victimsCell!).map(([north, east]): Position => [
  lon + (east - lon) * 0.97,
  lat + (north - lat) * 0.97,
]);
const km = ([aLon, aLat]: Position, [bLon, bLat]: Position) => greatCircleDistance([aLat, aLon], [bLat, bLon], 'km');
const moved = ([fromLon, fromLat]: Position, north: number, east: number): Position => [
  fromLon + east / (111.2 * Math.cos((lat * Math.PI) / 180)),
  fromLat + north / 111.2,
];

async function inGroup(): Promise<[TestMember, TestMember, string]> {
  const [attacker, victim] = [await services.member(), await services.member()];
  return [attacker, victim, (await services.group(attacker, [victim]))._id];
}

/** What the attacker reads about the victim from each of these positions. */
async function readings(attacker: TestMember, victim: TestMember, group: string, from: Position[]): Promise<string[]> {
  const found: string[] = [];
  for (const position of from) {
    expect((await locate(attacker, position)).status).toBe(200);
    const { users, total_users, next } = (await closest(attacker, { group })).body;
    expect(ids(users).sort()).toEqual(ids([attacker, victim]).sort());
    const { online: _, ...seen } = users.find(({ id }) => id === victim.id)!;
    found.push(JSON.stringify([seen, total_users, next]));
  }
  return found;
}
const bucketsOf = (found: string[]) => found.map((one) => /"bucket":"(\w+)"/.exec(one)![1]);

describe('an attack', () => {
  it('that asks from three places reads the same for a victim anywhere in the cell', async () => {
    const [attacker, victim, group] = await inGroup();
    const around = [0, 1, 2].map((third) => (third * 2 * Math.PI) / 3);
    const from = [0.2, 0.9, 2, 8, 25].flatMap((away) =>
      around.map((angle) => moved(centre, away * Math.cos(angle), away * Math.sin(angle))),
    );
    await underFlags(services, 'motorsport', byDistance, async () => {
      await locate(victim, centre);
      const expected = await readings(attacker, victim, group, from);
      expect(new Set(bucketsOf(expected))).toEqual(new Set(['right_here', 'short_walk', 'nearby', 'in_the_area']));
      for (const corner of [corners[0]!, corners[2]!, corners[4]!]) {
        await locate(victim, corner);
        expect(await readings(attacker, victim, group, from)).toEqual(expected);
      }
    });
    // All of these places fit what was read: the victim is within the nearest bucket, and no place in it is excluded.
    expect(Math.max(...corners.flatMap((a) => corners.map((b) => km(a, b))))).toBeGreaterThan(0.8);
  }, 60_000);

  it('that moves in small steps sees the bucket change at the borders of its own cells only', async () => {
    const [attacker, victim, group] = await inGroup();
    const from = Array.from({ length: 40 }, (_, step) => moved(centre, -2 + step * 0.1, 0.05));
    await underFlags(services, 'motorsport', byDistance, async () => {
      await locate(victim, centre);
      const expected = await readings(attacker, victim, group, from);
      expect(new Set(bucketsOf(expected))).toEqual(new Set(['nearby', 'short_walk', 'right_here']));
      const changes = (values: readonly unknown[]) => values.map((value, at) => at > 0 && value !== values[at - 1]);
      const crossed = changes(from.map((position) => cellsOf(position)[0]));
      expect(changes(bucketsOf(expected)).map((isChange, at) => isChange && !crossed[at])).not.toContain(true);
      for (const corner of [corners[1]!, corners[3]!]) {
        await locate(victim, corner);
        expect(await readings(attacker, victim, group, from)).toEqual(expected);
      }
    });
  }, 60_000);
});

describe('moves of one’s own position', () => {
  let limited: TestServices;
  beforeAll(async () => {
    limited = await startTestServices();
  });
  afterAll(() => limited.close());

  it('are limited, also after deleting it, and staying in a cell does not count', async () => {
    const attacker = await limited.member();
    const move = (position: Position) => limited.call(setPosition, { position }, { as: attacker });
    await underFlags(limited, 'motorsport', byDistance, async () => {
      for (let step = 0; step < 6; step++) {
        expect((await move(moved(centre, step * 3, 0))).status).toBe(200);
        for (const metres of [0.01, 0.02]) expect((await move(moved(centre, step * 3 + metres, 0))).status).toBe(200);
      }
      expect((await move(moved(centre, 30, 0))).body.code).toBe('TOO_MANY_REQUESTS');
      await limited.call(forgetPosition, {}, { as: attacker });
      expect((await move(centre)).body.code).toBe('TOO_MANY_REQUESTS');
    });
  });
});
