import { describe, expect, it } from '@jest/globals';
import rrule from 'rrule';
import { report, times } from '../../../../test/proofs.js';
import { parseRule, wallTimes } from './rule.mjs';

const count = times(400, 10_000);
const day = 86_400_000;
const years = 3;
const shown = 40;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function randoms(seed) {
  let state = seed;
  const below = (n) => (state = (state * 48_271) % 2_147_483_647) % n;
  const pick = (all) => all[below(all.length)];
  // The other implementation takes positions among unsorted times.
  const some = (make, max = 3) =>
    [...new Set(Array.from({ length: 1 + below(max) }, make))].sort(
      (a, b) => (a < 0 ? a + 1000 : a) - (b < 0 ? b + 1000 : b),
    );
  return { below, pick, some };
}

/** A rule that has copies: rules without any keep the other implementation busy up to the year 9999. */
function ruleOf({ below, pick, some }) {
  const freq = pick(['YEARLY', 'MONTHLY', 'MONTHLY', 'WEEKLY', 'DAILY']);
  const parts = [`FREQ=${freq}`, `INTERVAL=${1 + below(3)}`];
  const signed = (max) => (below(2) ? 1 + below(max) : -1 - below(max));
  const kind = below(7);
  const isLong = freq === 'YEARLY' || freq === 'MONTHLY';
  // The other implementation loses copies where weekdays with and without a number are mixed.
  const isNumbered = below(2) === 0;
  const numbered = () => (isNumbered ? pick(['1', '2', '3', '4', '-1', '-2']) : '') + pick(weekdays);
  if (kind === 0) parts.push(`BYMONTH=${some(() => 1 + below(12))}`);
  if (kind === 1 && freq !== 'WEEKLY') parts.push(`BYMONTHDAY=${some(() => signed(28))}`);
  if (kind === 2 && freq === 'YEARLY') parts.push(`BYYEARDAY=${some(() => signed(365))}`);
  // The other implementation takes all days of a week where no weekday is named.
  if (kind === 3 && freq === 'YEARLY')
    parts.push(`BYWEEKNO=${some(() => signed(52))}`, `BYDAY=${some(() => pick(weekdays))}`);
  if (kind === 4 && isLong) parts.push(`BYDAY=${some(numbered)}`);
  if (kind === 5 && isLong) parts.push(`BYMONTH=${some(() => 1 + below(12))}`, `BYDAY=${some(numbered)}`);
  if (kind === 6 || (kind > 2 && !isLong)) parts.push(`BYDAY=${some(() => pick(weekdays), 5)}`);
  if (below(8) === 0) parts.push(`BYHOUR=${some(() => below(24))}`);
  if (below(8) === 0) parts.push(`BYMINUTE=${some(() => below(60))}`);
  // Positions in a week that begins before its first copy are counted from there by the other implementation.
  if (kind > 3 && isLong && below(2)) parts.push(`BYSETPOS=${some(() => pick([1, -1]))}`);
  if (below(4) === 0) parts.push(`WKST=${pick(weekdays)}`);
  return parts.join(';');
}

/**
 * Days that the other implementation loses: it gives some years 53 weeks instead of 52, among them 2021, and then does not find the
 * days of their week 52 that lie in January.
 */
const isLost = (text, at) => {
  const date = new Date(at);
  return /BYWEEKNO=(?:[^;]*,)?52\b/.test(text) && date.getUTCMonth() === 0 && date.getUTCDate() <= 3;
};

function first(text, start, within = years, isLeftOut = undefined) {
  const found = [];
  for (const at of wallTimes(parseRule(text), start, () => undefined)) {
    if (at > start + within * 366 * day || found.length === shown) break;
    if (!isLeftOut?.(text, at)) found.push(at);
  }
  return found;
}

describe(wallTimes, () => {
  it(`agrees with another implementation on ${count} generated rules`, () => {
    const random = randoms(20_261);
    const differing = [];
    let copies = 0;
    for (let n = 0; n < count; n += 1) {
      const text = ruleOf(random);
      const { below } = random;
      const start = Date.UTC(2020 + below(8), below(12), 1 + below(28), below(24), below(60));
      const dtstart = new Date(start).toISOString().replace(/[-:]|\.\d+/g, '');
      const other = rrule.rrulestr(`DTSTART:${dtstart}\nRRULE:${text}`);
      const span = [new Date(start), new Date(start + years * 366 * day)];
      // It repeats a copy that has two positions.
      const expected = [...new Set(other.between(...span, true, (_, number) => number < 2 * shown).map(Number))]
        .filter((at) => !isLost(text, at))
        .slice(0, shown);
      const found = first(text, start, years, isLost);
      copies += found.length;
      if (String(found) !== String(expected)) differing.push({ text, dtstart, found, expected });
    }
    expect(differing).toEqual([]);
    report('generated calendar rules, each with the same copies as in rrule', { rules: count, copies });
  }, 600_000);

  it.each([
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2026-11-30',
      ['2026-11-30', '2026-12-31', '2027-01-29', '2027-02-26'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
      '2026-11-30',
      ['2026-11-30', '2026-12-30', '2027-01-30', '2027-02-28'],
    ],
    ['FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1', '2026-12-02', ['2026-12-07', '2026-12-14']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2024-02-29', ['2024-02-29', '2028-02-29']],
    ['FREQ=YEARLY', '2024-02-29', ['2024-02-29', '2028-02-29']],
    ['FREQ=MONTHLY', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['FREQ=YEARLY;BYWEEKNO=20', '2026-05-13', ['2026-05-13', '2027-05-19']],
    // By ISO 8601 the years 2021 to 2023 have 52 weeks; the last days of 2021 and 2022 lie in January.
    ['FREQ=YEARLY;BYWEEKNO=52;BYDAY=SU', '2020-12-27', ['2020-12-27', '2022-01-02', '2023-01-01', '2023-12-31']],
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU', '2021-01-03', ['2021-01-03']],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
      '2026-12-06',
      ['2026-12-06', '2026-12-07', '2026-12-20', '2026-12-21'],
    ],
    ['FREQ=DAILY;BYDAY=TH', '2026-12-02', ['2026-12-03', '2026-12-10']],
    ['rscale=gregorian;freq=daily;skip=omit;x-mine=1;', '2026-12-02', ['2026-12-02', '2026-12-03']],
  ])('counts %s', (text, start, dates) => {
    const found = first(text, Date.parse(start), 5).slice(0, dates.length);
    expect(found.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual(dates);
  });

  it('steps through hours, minutes and seconds', () => {
    const start = Date.UTC(2026, 11, 1, 22, 15);
    const minutes = (text) =>
      first(text, start)
        .slice(0, 3)
        .map((at) => (at - start) / 60_000);
    expect(minutes('FREQ=HOURLY;INTERVAL=5')).toEqual([0, 300, 600]);
    expect(minutes('FREQ=HOURLY;BYMINUTE=10,15,20;BYHOUR=22')).toEqual([0, 5, 1435]);
    expect(minutes('FREQ=MINUTELY;INTERVAL=7')).toEqual([0, 7, 14]);
    expect(minutes('FREQ=SECONDLY;BYSECOND=0,30')).toEqual([0, 0.5, 1]);
  });

  it('ends a rule without copies by what it may spend', () => {
    let spent = 0;
    const spend = () => {
      if ((spent += 1) > 1000) throw new Error('too much');
    };
    expect(() => wallTimes(parseRule('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), 0, spend).next()).toThrow('too much');
  });
});

describe(parseRule, () => {
  it.each(
    [
      ['FREQ=FORTNIGHTLY', 'INTERVAL=2', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;COUNT=x', 'FREQ=WEEKLY;BYDAY=XX'],
      [
        'FREQ=MONTHLY;BYMONTHDAY=0',
        'FREQ=YEARLY;BYMONTH=13',
        'FREQ=DAILY;WKST=1',
        'RSCALE=HEBREW;FREQ=YEARLY',
        '',
        'FREQ=DAILY;EVERY=2',
      ],
    ].flat(),
  )('refuses %s', (text) => {
    expect(() => parseRule(text)).toThrow('rule');
  });
});
