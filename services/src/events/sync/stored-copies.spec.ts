import { describe, expect, it } from '@jest/globals';
import type { SyncedPart } from '../storage/event-rows.js';
import { withStoredIds } from './stored-copies.js';
import type { SyncedTarget } from './synced-event.js';

const base = 'a'.repeat(24);
const idAt = (time: string) => `${base}_202606${time}Z`;
const placeAt = (time: string) => new Date(`2026-06-${time.slice(0, 2)}T${time.slice(3, 5)}:${time.slice(5)}:00Z`);
const stored = (_id: string, time?: string, nth?: number) =>
  ({ _id, ...(time && { place: placeAt(time) }), ...(nth !== undefined && { nth }) }) as SyncedPart;
const given = (...copies: [string, number][]) =>
  new Map(
    copies.map(([time, nth]) => [idAt(time), { fields: { place: placeAt(time), nth } } as unknown as SyncedTarget]),
  );
const idsOf = (targets: ReturnType<typeof given>, rows: SyncedPart[]) => [...withStoredIds(targets, rows).keys()];

describe(withStoredIds, () => {
  it('finds a copy by its place, in old rows by the place in its id', () => {
    const rows = [stored(idAt('01T1000')), stored(`${base}_1`, '02T1000', 9)];
    expect(idsOf(given(['01T1000', 0], ['02T1000', 1]), rows)).toEqual([idAt('01T1000'), `${base}_1`]);
  });

  it('finds a copy by its number where its place is new', () => {
    const rows = [stored(idAt('01T1000'), '01T1000', 0), stored(idAt('08T1000'), '08T1000', 1)];
    expect(idsOf(given(['01T1200', 0], ['08T1200', 1], ['15T1200', 2]), rows)).toEqual([
      idAt('01T1000'),
      idAt('08T1000'),
      idAt('15T1200'),
    ]);
  });

  it('prefers the place to the number', () => {
    const rows = [stored(idAt('08T1000'), '08T1000', 0)];
    expect(idsOf(given(['01T1000', 0], ['08T1000', 1]), rows)).toEqual([idAt('01T1000'), idAt('08T1000')]);
  });

  it('gives another id where a moved copy has the one of a place', () => {
    const rows = [stored(idAt('01T1000'), '01T1200', 0)];
    expect(idsOf(given(['01T1200', 0], ['01T1000', 1]), rows)).toEqual([idAt('01T1000'), `${idAt('01T1000')}-2`]);
  });
});
