import tzLookup from '@photostructure/tz-lookup';
import { z } from 'zod';
import { dayMs, minuteMs } from '@paddock/contract/core/durations';

const race = z.strictObject({
  name: z.string(),
  location: z.string(),
  // Some calendars store coordinates as text.
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
  round: z.number().int(),
  /** Kind of session → its start. */
  sessions: z.record(z.string(), z.iso.datetime()),
});
const season = z.strictObject({
  series: z.enum(['f1', 'fe', 'motogp']),
  year: z.number().int(),
  races: z.array(race).min(1),
});
type Race = z.output<typeof race>;
export type Season = z.output<typeof season>;

/** The format of `race-calendars.json`, which has no end times, time zones and titles. */
export const raceCalendars = z.strictObject({ about: z.string(), seasons: z.array(season) });

/** A session as an event, before it belongs to a community. */
export interface SessionEvent {
  title: string;
  when: Date;
  end: Date;
  time_zone: string;
  where: string;
  geo: [lon: number, lat: number];
  desc: string;
  color: string;
  /** The race weekend. */
  series: string;
}

/** 52 weeks: a year that keeps the days of the week. */
const calendarYear = 52 * 7 * dayMs;

const seriesNames: Record<Season['series'], string> = { f1: 'Formula 1', fe: 'Formula E', motogp: 'MotoGP' };

const practice = '#2a6fdb';
const qualifying = '#7a45c9';
const sprint = '#e8622a';
const final = '#d92d3a';
const warmUp = '#1592b8';

interface SessionKind {
  name: string;
  /** Minutes. The calendars contain only start times. */
  lasts: number;
  color: string;
}
const kinds: Record<Season['series'], Record<string, SessionKind>> = {
  f1: {
    fp1: { name: 'free practice 1', lasts: 60, color: practice },
    fp2: { name: 'free practice 2', lasts: 60, color: practice },
    fp3: { name: 'free practice 3', lasts: 60, color: practice },
    sprintQualifying: { name: 'sprint qualifying', lasts: 45, color: qualifying },
    sprint: { name: 'sprint', lasts: 45, color: sprint },
    qualifying: { name: 'qualifying', lasts: 60, color: qualifying },
    gp: { name: 'race', lasts: 120, color: final },
  },
  fe: {
    practice1: { name: 'free practice 1', lasts: 30, color: practice },
    practice2: { name: 'free practice 2', lasts: 30, color: practice },
    practice3: { name: 'free practice 3', lasts: 30, color: practice },
    qualifying: { name: 'qualifying', lasts: 75, color: qualifying },
    race: { name: 'race', lasts: 60, color: final },
  },
  motogp: {
    fp1: { name: 'free practice 1', lasts: 45, color: practice },
    practice: { name: 'practice', lasts: 60, color: practice },
    fp2: { name: 'free practice 2', lasts: 30, color: practice },
    qualifying1: { name: 'qualifying 1', lasts: 15, color: qualifying },
    qualifying2: { name: 'qualifying 2', lasts: 15, color: qualifying },
    sprint: { name: 'sprint', lasts: 30, color: sprint },
    warmup: { name: 'warm-up', lasts: 10, color: warmUp },
    race: { name: 'race', lasts: 45, color: final },
  },
};

/** Corrects two misspelt names in the calendars. */
const spelling: Record<string, string> = { 'Czeck Republiky': 'Czechia', Hungria: 'Hungary' };

/**
 * The sessions of all seasons as events. When all seasons of a series are over, the last one repeats, moved by whole years of 52 weeks
 * until a session lies in the future, and as the season before that one; the descriptions say so.
 */
export function sessionEvents(seasons: readonly Season[], now: Date): SessionEvent[] {
  const repeated = [...new Set(seasons.map((each) => each.series))].flatMap((series) => {
    const last = seasons.filter((each) => each.series === series).reduce((a, b) => (b.year > a.year ? b : a));
    const years = yearsUntilComing(last, now);
    return [years - 1, years].flatMap((count) => (count > 0 ? sessionsOf(last, count) : []));
  });
  return [...seasons.flatMap((each) => sessionsOf(each, 0)), ...repeated];
}

/** The number of 52-week years to move a season so that its last session lies in the future; 0 for a season that is not over. */
export function yearsUntilComing(of: Season, now: Date): number {
  const starts = of.races.flatMap((each) => Object.values(each.sessions).map((start) => Date.parse(start)));
  const over = now.getTime() - Math.max(...starts);
  return over < 0 ? 0 : Math.floor(over / calendarYear) + 1;
}

function sessionsOf({ series, year, races }: Season, years: number): SessionEvent[] {
  return races.flatMap((each) => {
    const weekend = weekendName(series, each);
    const isDouble = races.some((other) => other !== each && weekendName(series, other) === weekend);
    return Object.entries(each.sessions).map(([key, start]) => {
      const kind = kinds[series][key];
      if (!kind) throw new Error(`race calendar ${series} ${year}: unknown session '${key}'`);
      const when = new Date(Date.parse(start) + years * calendarYear);
      const name = `${seriesNames[series]} ${kind.name}`;
      return {
        title: isDouble ? `${name}, round ${each.round}` : name,
        when,
        end: new Date(when.getTime() + kind.lasts * minuteMs),
        time_zone: tzLookup(each.latitude, each.longitude),
        where: each.location,
        geo: [each.longitude, each.latitude],
        desc: description(series, each, kind, year, years),
        color: kind.color,
        series: `${seriesNames[series]} ${weekend} ${year + years}`,
      };
    });
  });
}

function weekendName(series: Season['series'], { name }: Race): string {
  if (/prix/i.test(name)) return name;
  return series === 'motogp' ? `Grand Prix of ${spelling[name] ?? name}` : `${name} Grand Prix`;
}

function description(series: Season['series'], of: Race, { name, lasts }: SessionKind, year: number, years: number) {
  const season = `the ${seriesNames[series]} season ${year + years}`;
  return [
    `${name[0]!.toUpperCase()}${name.slice(1)} of round ${of.round} of ${season}, the ${weekendName(series, of)} in ${of.location}.`,
    `The start comes from the public race calendar and is shown in the circuit's time zone; the session is taken to last ${lasts} minutes.`,
    ...(years > 0
      ? [`The published seasons are over: these are the dates of ${year}, moved by ${years * 52} weeks.`]
      : []),
  ].join(' ');
}
