import { PartProblem } from './problem.mjs';
import { isShown, timeOf } from './part.mjs';
import { wallTimes } from './rule.mjs';
import { dayMs } from './zones.mjs';

/**
 * The copies of one event: `place` is where its row of copies has one (RECURRENCE-ID), `nth` its number there.
 *
 * @typedef {import('./part.mjs').Part} Part
 * @typedef {{ part: Part, wall: number, at: number, place?: number, nth?: number, own?: Part['dates'][number] }} Copy
 */

/** Steps that the rules of one event may take, and copies in the span that is read. */
const maxSteps = 100_000;
const maxCopies = 10_000;

/**
 * @param {Part[]} parts of one UID, each place once
 * @param {{ zones: import('./zones.mjs').Zones, from: number, to: number }} context
 * @returns {Copy[]} shown ones
 * @throws {PartProblem} `too_many`
 */
export function copiesOf(parts, context) {
  const master = parts.find(({ place }) => !place);
  const changes = parts.filter(({ place }) => place);
  if (!master) return changes.filter(isShown).map((part) => alone(part));
  if (!repeats(master) && changes.length === 0) return isShown(master) ? [alone(master)] : [];
  return isPrivate(master) ? [] : [...placed(master, changes, context)];
}

const alone = (part) => ({
  part,
  wall: part.start.wall,
  at: part.start.at,
  ...(part.place && { place: part.place.at }),
});
const repeats = ({ rules, dates }) => rules.length > 0 || dates.length > 0;
/** A changed copy often does not repeat that its event is private. */
const isPrivate = (master) =>
  !isShown({
    ...master,
    component: { ...master.component, lines: master.component.lines.filter(({ name }) => name === 'CLASS') },
  });

function* placed(master, changes, context) {
  const { from, to } = context;
  const places = placesOf(master, context);
  const isIn = (at) => at >= from && at <= to;
  const matched = new Set();
  const ranges = changes.filter(({ isRange }) => isRange).sort((a, b) => a.place.at - b.place.at);
  let count = 0;
  for (const [nth, { at, wall, own, isExcluded }] of places.entries()) {
    const change = changes.find(({ place }) => names(place, { at, wall }, master));
    if (change) matched.add(change);
    if (isExcluded) continue;
    const range = ranges.findLast(({ place }) => place.at <= at);
    const part = change ?? range ?? master;
    if (!isShown(part)) continue;
    const copy = change
      ? { ...alone(change), place: at, nth }
      : range
        ? { ...moved(range, wall, context), place: at, nth }
        : { part: master, wall, at, place: at, nth, ...(own && { own }) };
    if (!isIn(copy.at)) continue;
    if ((count += 1) > maxCopies) throw new PartProblem('too_many');
    yield copy;
  }
  // A changed copy that the rule has no place for; one that is older than the rule was for a former one.
  for (const part of changes)
    if (!matched.has(part) && part.sequence >= master.sequence && isShown(part) && isIn(part.start.at))
      yield alone(part);
}

/** Whether a RECURRENCE-ID or EXDATE names a place: the same instant in any zone, or the day where one of both is a day. */
function names(moment, { at, wall }, master) {
  if (moment.at === at && !moment.isDate) return true;
  const isDay = moment.isDate || (master.isAllDay && moment.wall % dayMs === 0);
  return isDay && Math.floor(wall / dayMs) === Math.floor(moment.wall / dayMs);
}

/** A copy after a change of this and all following ones moves as the changed one. */
function moved(range, wall, { zones }) {
  const { start, place } = range;
  const from = start.isUtc ? place.at : place.isUtc ? zones.wall(place.at, start.tzid) : place.wall;
  const shifted = wall + start.wall - from;
  return { part: range, wall: shifted, at: zones.instant({ ...start, wall: shifted }, start.tzid) };
}

/** The places of a row up to `to`, earliest first. */
function placesOf(master, context) {
  const { zones, to } = context;
  const { start, rules, excludedRules, dates, excluded } = master;
  let steps = 0;
  const spend = () => {
    if ((steps += 1) > maxSteps) throw new PartProblem('too_many');
  };
  const instant = (wall) => zones.instant({ ...start, wall }, start.tzid);
  /** @type {Map<number, { at: number, wall: number, own?: Part['dates'][number] }>} */
  const found = new Map([[start.at, { at: start.at, wall: start.wall }]]);
  for (const rule of rules) for (const place of ruled(rule, master, { spend, instant, to })) found.set(place.at, place);
  for (const own of dates) {
    const { moment } = own;
    const isDay = moment.isDate && !start.isDate;
    const wall = isDay
      ? moment.wall + (start.wall % dayMs)
      : moment.isUtc && !start.isUtc
        ? zones.wall(moment.at, start.tzid)
        : moment.wall;
    const at = isDay || start.isDate ? instant(start.isDate ? Math.floor(wall / dayMs) * dayMs : wall) : moment.at;
    if (at <= to && !found.has(at)) found.set(at, { at, wall, own });
  }
  const without = new Set(
    excludedRules.flatMap((rule) => [...ruled(rule, master, { spend, instant, to })].map(({ at }) => at)),
  );
  const exact = new Set(excluded.filter(({ isDate }) => !isDate).map(({ at }) => at));
  const byDay = excluded.filter(({ isDate }) => isDate || master.isAllDay);
  const isOut = (place) =>
    without.has(place.at) || exact.has(place.at) || byDay.some((moment) => names(moment, place, master));
  return [...found.values()].sort((a, b) => a.at - b.at).map((place) => ({ ...place, isExcluded: isOut(place) }));
}

/** The places of one rule: its start counts as the first one even where the rule does not match it (RFC 5545, 3.8.5.3). */
function* ruled(rule, { start, isAllDay }, { spend, instant, to }) {
  const until = rule.until === undefined ? undefined : timeOf(rule.until);
  const isOver = (at, wall) => {
    if (!until) return false;
    const isDay = until.isDate || (isAllDay && until.wall % dayMs === 0);
    if (isDay) return Math.floor(wall / dayMs) * dayMs > until.wall;
    return until.isUtc ? at > until.wall : wall > until.wall;
  };
  yield { at: start.at, wall: start.wall };
  let count = 1;
  for (const wall of wallTimes(rule, start.wall, spend)) {
    if (wall === start.wall) continue;
    const at = instant(wall);
    if (at > to || isOver(at, wall) || (count += 1) > (rule.count ?? Infinity)) return;
    yield { at, wall };
  }
}
