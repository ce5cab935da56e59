import type { SyncedPart } from '../storage/event-rows.js';
import { baseOf } from './synced-event.js';
import type { SyncedTarget } from './synced-event.js';

/**
 * The targets by the ids that their events are stored under. A copy of a series is found by its place; where its place is new, by its
 * number: a series that moves as a whole keeps its ids, and with them replies, comments and ratings.
 */
export function withStoredIds(
  given: ReadonlyMap<string, SyncedTarget>,
  stored: readonly SyncedPart[],
): Map<string, SyncedTarget> {
  const byPlace = new Map(stored.map((row) => [placeKey(row._id, row.place), row._id]));
  const byNumber = new Map(
    stored.flatMap((row) => (row.nth === undefined ? [] : [[numberKey(row._id, row.nth), row._id]])),
  );
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  const assign = (keyOf: (id: string, target: SyncedTarget) => string | undefined) => {
    for (const [id, target] of given) {
      const key = keyOf(id, target);
      if (ids.has(id) || key === undefined || taken.has(key)) continue;
      ids.set(id, key);
      taken.add(key);
    }
  };
  assign((id, { fields }) => byPlace.get(placeKey(id, fields.place)));
  assign((id, { fields }) => (fields.nth === undefined ? undefined : byNumber.get(numberKey(id, fields.nth))));
  const known = new Set(stored.map(({ _id }) => _id));
  const free = (id: string) => {
    // The id of a place that another copy has left.
    let other = id;
    for (let n = 2; known.has(other) || taken.has(other); n += 1) other = `${id}-${n}`;
    taken.add(other);
    return other;
  };
  return new Map([...given].map(([id, target]) => [ids.get(id) ?? free(id), target]));
}

/** Rows without a place have it in their id, to the minute. */
const placeKey = (id: string, place: Date | undefined) =>
  place === undefined ? id : `${baseOf(id)}_${place.toISOString().slice(0, 16).replace(/[-:]/g, '')}Z`;
const numberKey = (id: string, nth: number) => `${baseOf(id)} ${nth}`;
