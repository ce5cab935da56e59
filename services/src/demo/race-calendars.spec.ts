import { describe, expect, it } from '@jest/globals';
import { dayMs } from '@paddock/contract/core/durations';
import { readFileSync } from 'node:fs';
import { raceCalendars, sessionEvents, yearsUntilComing, type Season } from './race-calendars.js';

const { seasons } = raceCalendars.parse(
  JSON.parse(readFileSync(new URL('../../../deployments/demo/race-calendars.json', import.meta.url), 'utf8')),
);

function seasonOf(sessions: Record<string, string>, more: Partial<Season> = {}): Season {
  const spa = { name: 'Belgian', location: 'Spa-Francorchamps', latitude: 50.4372, longitude: 5.9714, round: 10 };
  return { series: 'f1', year: 2026, races: [{ ...spa, sessions }], ...more };
}
const race = seasonOf({ gp: '2026-07-19T13:00:00Z' });

describe(yearsUntilComing, () => {
  it.each([
    ['before the season', '2026-01-01T00:00:00Z', 0],
    ['a minute before its last start', '2026-07-19T12:59:00Z', 0],
    ['at its last start', '2026-07-19T13:00:00Z', 1],
    ['51 weeks later', '2027-07-11T13:00:00Z', 1],
    ['52 weeks later', '2027-07-18T13:00:00Z', 2],
    ['ten years later', '2036-08-01T00:00:00Z', 11],
  ])('%s (%s) moves by %i', (_, now, years) => expect(yearsUntilComing(race, new Date(now))).toBe(years));
});

describe(sessionEvents, () => {
  it('leaves the calendars unchanged while a session lies in the future', () => {
    const [event, ...others] = sessionEvents([race], new Date('2026-07-01T00:00:00Z'));
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      title: 'Formula 1 race',
      series: 'Formula 1 Belgian Grand Prix 2026',
      where: 'Spa-Francorchamps',
      geo: [5.9714, 50.4372],
      time_zone: 'Europe/Brussels',
      when: new Date('2026-07-19T13:00:00Z'),
      end: new Date('2026-07-19T15:00:00Z'),
    });
  });

  it('repeats the last season on the same weekdays, and the description says so', () => {
    const former = seasonOf({ gp: '2025-07-27T13:00:00Z' }, { year: 2025 });
    const events = sessionEvents([former, race], new Date('2026-12-24T00:00:00Z'));
    expect(events.map(({ when }) => when.toISOString())).toEqual([
      '2025-07-27T13:00:00.000Z',
      '2026-07-19T13:00:00.000Z',
      '2027-07-18T13:00:00.000Z',
    ]);
    expect(events[2]).toMatchObject({
      series: 'Formula 1 Belgian Grand Prix 2027',
      desc: expect.stringContaining('the dates of 2026, moved by 52 weeks'),
    });
    expect(events[1]!.desc).not.toContain('moved');
  });

  it.each(['2026-11-21T00:00:00Z', '2027-06-01T00:00:00Z', '2033-02-01T00:00:00Z'])(
    'always has a future session in each series: %s',
    (instant) => {
      const now = new Date(instant);
      const coming = sessionEvents(seasons, now).filter(({ when }) => when > now);
      for (const name of ['Formula 1', 'Formula E', 'MotoGP'])
        expect(coming.some(({ series }) => series.startsWith(name))).toBe(true);
    },
  );

  it.each(['2026-12-24T00:00:00Z', '2028-01-15T00:00:00Z', '2033-02-01T00:00:00Z'])(
    'always has a session of the last twelve months: %s',
    (instant) => {
      const now = Date.parse(instant);
      const isLately = ({ when }: { when: Date }) => +when < now && +when > now - 366 * dayMs;
      expect(sessionEvents(seasons, new Date(now)).some(isLately)).toBe(true);
    },
  );

  it('knows every session of the real calendars, in the circuit’s time zone', () => {
    const events = sessionEvents(seasons, new Date('2025-01-01T00:00:00Z'));
    expect(events).toHaveLength(
      seasons.flatMap(({ races }) => races.flatMap(({ sessions }) => Object.keys(sessions))).length,
    );
    const vegas = events.find(({ series, title }) => /Las Vegas.*2026/.test(series) && title === 'Formula 1 race');
    expect(vegas).toMatchObject({ time_zone: 'America/Los_Angeles', where: 'Las Vegas' });
  });

  it('distinguishes the rounds of a double-header in one weekend', () => {
    const weekend = sessionEvents(seasons, new Date('2025-01-01T00:00:00Z')).filter(
      ({ series, title }) => series === 'Formula E London ePrix 2026' && title.includes('race'),
    );
    expect(weekend.map(({ title }) => title)).toEqual(['Formula E race, round 16', 'Formula E race, round 17']);
  });

  it('refuses an unknown kind of session', () => {
    const odd = seasonOf({ shakedown: '2026-07-16T13:00:00Z' });
    expect(() => sessionEvents([odd], new Date('2026-01-01T00:00:00Z'))).toThrow(
      "f1 2026: unknown session 'shakedown'",
    );
  });
});
