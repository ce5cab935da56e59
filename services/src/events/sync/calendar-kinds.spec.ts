import { describe, expect, it } from '@jest/globals';
import type { CalendarContent } from './read-calendar.js';
import { readCalendar } from './read-calendar.js';

const span = { from: Date.parse('2026-01-01'), to: Date.parse('2028-06-01'), maxEvents: 20_000 };
const lines = (...events: string[][]) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  ...events.flatMap((each) => ['BEGIN:VEVENT', ...each, 'END:VEVENT']),
  'END:VCALENDAR',
];
const bytesOf = (all: string[]) => new TextEncoder().encode(all.join('\r\n'));
/** Reads for a workplace in Oslo. */
const read = (all: string[] | Uint8Array, charset?: string): Promise<CalendarContent> =>
  readCalendar({
    ...{ bytes: all instanceof Uint8Array ? all : bytesOf(all), charset, time_zone: 'Europe/Oslo' },
    ...span,
  });
const event = (title: string, start: string, ...more: string[]) => [
  `UID:${title}`,
  `DTSTART${start}`,
  `SUMMARY:${title}`,
  ...more,
];
const short = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString().slice(0, 16));
/** Each title with its starts and ends. */
function timesOf({ events }: CalendarContent): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { title, when, end } of events)
    (found[title] ??= []).push(end === undefined ? short(when)! : `${short(when)!}/${short(end)!}`);
  return found;
}
const notesOf = ({ notes }: CalendarContent) => notes.map(({ title, problem, skipped }) => [title, problem, skipped]);

describe('a calendar with a faulty part', () => {
  it('is read without that part, which is named', async () => {
    const content = await read([
      ...lines(
        event('Fine', ':20260601T080000Z', 'DTEND:20260601T090000Z'),
        event('No such day', ':20260231T080000Z'),
        event('No start', ';VALUE=DATE:soon'),
        event('Every fortnight', ':20260601T080000Z', 'RRULE:FREQ=FORTNIGHTLY'),
        event('Ends when', ':20260601T080000Z', 'RRULE:FREQ=DAILY;UNTIL=tomorrow'),
        event('Without that day', ':20260601T080000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20260602'),
        event('Without one of two', ':20260601T080000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:x,20260602T080000Z'),
        event('Broken text', ':20260601T080000Z', 'DESCRIPTION:One', 'two without a colon'),
        event('Ends before', ':20260601T080000Z', 'DTEND:20260601T070000Z'),
        event('Changed when', ':20260601T080000Z', 'RECURRENCE-ID:never'),
      ).slice(0, -1),
      'BEGIN:VEVENT',
      ...event('Not closed', ':20260601T080000Z'),
      'BEGIN:VEVENT',
      ...event('After it', ':20260601T080000Z'),
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
    expect(timesOf(content)).toEqual({
      Fine: ['2026-06-01T08:00/2026-06-01T09:00'],
      'Without that day': ['2026-06-01T08:00', '2026-06-03T08:00'],
      'Without one of two': ['2026-06-01T08:00', '2026-06-03T08:00'],
      'Broken text': ['2026-06-01T08:00'],
      'Ends before': ['2026-06-01T08:00'],
      'After it': ['2026-06-01T08:00'],
    });
    expect(content.skipped).toBe(6);
    expect(notesOf(content)).toEqual([
      ['No such day', 'start', true],
      ['No start', 'start', true],
      ['Every fortnight', 'rule', true],
      ['Ends when', 'rule', true],
      ['Without that day', 'dates', false],
      ['Without one of two', 'dates', false],
      ['Broken text', 'line', false],
      ['Ends before', 'end', false],
      ['Changed when', 'place', true],
      ['Not closed', 'unclosed', true],
    ]);
    expect(content.kept).toEqual(['No such day', 'No start', 'Every fortnight', 'Ends when', 'Not closed']);
  });

  it('is refused with the true reason where nothing is left', async () => {
    const refusals: [string[], string][] = [
      [['<html>'], 'not_a_calendar'],
      [['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:x'], 'incomplete'],
      [lines(event('x', ':20261340T000000Z')), 'no_readable_event'],
      [lines(event('x', ':20200101T000000Z', 'RRULE:FREQ=SECONDLY')), 'too_many_events'],
      [lines(event('x', ':20260101T000000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')), 'too_many_events'],
    ];
    for (const [text, problem] of refusals) await expect(read(text)).rejects.toMatchObject({ problem });
  });
});

describe('zones of a calendar', () => {
  it('are found by each kind of name', async () => {
    const names: Record<string, string> = {
      'Asia/Tokyo': '03:00',
      'Tokyo Standard Time': '03:00',
      'AUS Eastern Standard Time': '01:00',
      '/mozilla.org/20071231_1/Europe/Lisbon': '11:00',
      '/freeassociation.sourceforge.net/Tzfile/America/Argentina/Salta': '15:00',
      '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna': '11:00',
      '(UTC-06:00) Central Time (US & Canada)': '18:00',
      '(GMT-03:00) Buenos Aires': '15:00',
      '(UTC+10:00) Canberra, Melbourne, Sydney': '01:00',
    };
    const content = await read(
      lines(...Object.keys(names).map((name) => event(name, `;TZID=${name}:20260120T120000`))),
    );
    expect(content.notes).toEqual([]);
    const found = Object.fromEntries(content.events.map(({ title, when }) => [title, short(when)!.slice(11)]));
    expect(found).toEqual({ ...names, '/mozilla.org/20071231_1/Europe/Lisbon': '12:00' });
  });

  it('come from the file’s definition, then its own zone, then the workplace with a warning', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0500'];
    const defined = [...zone, 'TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE'];
    const events = [event('Defined', ';TZID=Ours:20260120T120000'), event('Unknown', ';TZID=Mars:20260120T120000')];
    const [head, version, ...rest] = lines(...events);
    const content = await read([head!, version!, ...defined, ...rest]);
    expect(timesOf(content)).toEqual({ Defined: ['2026-01-20T06:30'], Unknown: ['2026-01-20T11:00'] });
    expect(notesOf(content)).toEqual([['Mars', 'zone', false]]);
    const named = await read([head!, version!, 'X-WR-TIMEZONE:Asia/Seoul', ...rest]);
    expect(timesOf(named)).toMatchObject({ Unknown: ['2026-01-20T03:00'] });
    expect(named.notes).toEqual([]);
  });

  it('do not matter where instants are compared', async () => {
    const evening = ';TZID=America/Lima:20260301T190000';
    const content = await read(
      lines(
        event(
          'Choir',
          evening,
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;UNTIL=20260330T000000Z',
          'EXDATE;TZID=Asia/Tokyo:20260309T090000',
        ),
        event('Choir', ';TZID=America/Lima:20260316T190000', 'RECURRENCE-ID;TZID=Europe/Paris:20260316T010000').map(
          (line) => line.replace('SUMMARY:Choir', 'SUMMARY:Moved choir'),
        ),
        event('Choir', evening, 'RECURRENCE-ID:20260323T000000Z', 'STATUS:CANCELLED'),
      ),
    );
    expect(timesOf(content)).toEqual({
      Choir: ['2026-03-02T00:00/2026-03-02T01:00', '2026-03-30T00:00/2026-03-30T01:00'],
      'Moved choir': ['2026-03-17T00:00'],
    });
    expect(content.events.map(({ recurrence }) => recurrence?.nth)).toEqual([0, 2, 4]);
  });
});

describe('times of a calendar', () => {
  it('keep the zone of the end and the length over a change of the clocks', async () => {
    const content = await read(
      lines(
        event('Train', ';TZID=Europe/Rome:20260610T200000', 'DTEND;TZID=Europe/London:20260611T070000'),
        event('In the gap', ';TZID=Europe/Oslo:20260329T021500', 'DTEND;TZID=Europe/Oslo:20260329T031500'),
        event(
          'Night',
          ';TZID=Europe/Oslo:20260328T220000',
          'DTEND;TZID=Europe/Oslo:20260328T233000',
          'RRULE:FREQ=DAILY;COUNT=2',
        ),
        event('A day long', ';TZID=Europe/Oslo:20261024T120000', 'DURATION:P1D'),
        event('No length', ';TZID=Europe/Oslo:20261024T120000', 'DTEND;TZID=Europe/Oslo:20261024T120000'),
      ),
    );
    expect(timesOf(content)).toEqual({
      Train: ['2026-06-10T18:00/2026-06-11T06:00'],
      'In the gap': ['2026-03-29T01:15/2026-03-29T02:15'],
      Night: ['2026-03-28T21:00/2026-03-28T22:30', '2026-03-29T20:00/2026-03-29T21:30'],
      'A day long': ['2026-10-24T10:00/2026-10-25T11:00'],
      'No length': ['2026-10-24T10:00'],
    });
    expect(content.events.some(({ all_day }) => all_day)).toBe(false);
  });

  it('are whole days up to the day before the end', async () => {
    const date = (day: string) => `;VALUE=DATE:202606${day}`;
    const content = await read(
      lines(
        event('Three', date('10'), `DTEND${date('13')}`),
        event('Two by duration', date('10'), 'DURATION:P2D'),
        event('One', date('10')),
        event('Ends at its start', date('10'), `DTEND${date('10')}`),
        event(
          'Weekly',
          date('10'),
          `DTEND${date('12')}`,
          'RRULE:FREQ=WEEKLY;UNTIL=20260617',
          'EXDATE;VALUE=DATE:20260617',
        ),
        event('Marked', ':20260610T000000', 'DTEND:20260612T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'),
      ),
    );
    const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}T22:00`;
    expect(timesOf(content)).toEqual({
      Three: [`${day(9)}/${day(11)}`],
      'Two by duration': [`${day(9)}/${day(10)}`],
      One: [`${day(9)}/${day(9)}`],
      'Ends at its start': [`${day(9)}/${day(9)}`],
      Weekly: [`${day(9)}/${day(10)}`],
      Marked: [`${day(9)}/${day(10)}`],
    });
    expect(content.events.every(({ all_day }) => all_day)).toBe(true);
  });

  it('come from rules with positions, dates only, a start off the rule, and changes of all later copies', async () => {
    const content = await read(
      lines(
        event('Second last Friday', ':20260529T100000Z', 'RRULE:FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1;COUNT=3'),
        event('Dates', ':20260601T100000Z', 'RDATE:20260604T120000Z', 'RDATE;VALUE=PERIOD:20260605T080000Z/PT2H'),
        event('Off', ':20260601T100000Z', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3'),
        event('Series', ':20260601T100000Z', 'RRULE:FREQ=DAILY;COUNT=4'),
        event('Series', ':20260603T120000Z', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260603T100000Z'),
      ),
    );
    expect(timesOf(content)).toEqual({
      'Second last Friday': ['2026-05-29T10:00', '2026-06-26T10:00', '2026-07-31T10:00'],
      Dates: ['2026-06-01T10:00', '2026-06-04T12:00', '2026-06-05T08:00/2026-06-05T10:00'],
      Off: ['2026-06-01T10:00', '2026-06-03T10:00', '2026-06-10T10:00'],
      Series: ['2026-06-01T10:00', '2026-06-02T10:00', '2026-06-03T12:00', '2026-06-04T12:00'],
    });
  });
});

describe('properties of a calendar', () => {
  it('come from the highest SEQUENCE, then the latest stamp; events without UID stay apart', async () => {
    const version = (sequence: number, stamp: string, summary: string) => [
      ...['UID:v', `SEQUENCE:${sequence}`, `DTSTAMP:${stamp}`, 'DTSTART:20260601T100000Z', `SUMMARY:${summary}`],
    ];
    const nameless = (summary: string) => ['DTSTART:20260602T100000Z', `SUMMARY:${summary}`];
    const content = await read(
      lines(
        version(3, '20260101T000000Z', 'Third'),
        version(3, '20260201T000000Z', 'Third, later'),
        version(1, '20260401T000000Z', 'First'),
        ...['One', 'Other', 'Other'].map(nameless),
      ),
    );
    expect(content.events.map(({ title }) => title)).toEqual(['Third, later', 'One', 'Other', 'Other']);
    expect(new Set(content.events.map(({ uid }) => uid)).size).toBe(4);
  });

  it('keep the address, the conference and TENTATIVE, and hide what is private', async () => {
    const links = ['URL:https://club.example/open', 'CONFERENCE;VALUE=URI;LABEL="Join: here":https://call.example/1'];
    const content = await read(
      lines(
        event('Open', ':20260601T100000Z', 'STATUS:TENTATIVE', ...links, 'GEO:59.9;10.7', 'LOCATION:Hall\\; door 3'),
        event('Script', ':20260602T100000Z', 'URL:javascript:alert(1)', 'CONFERENCE:tel:+1'),
        event('Secret', ':20260601T100000Z', 'CLASS:PRIVATE', 'RRULE:FREQ=DAILY;COUNT=2'),
        event('Secret', ':20260602T110000Z', 'RECURRENCE-ID:20260602T100000Z'),
      ),
    );
    expect(content.events).toMatchObject([
      {
        ...{
          title: 'Open',
          url: 'https://club.example/open',
          conference_url: 'https://call.example/1',
          tentative: true,
        },
        ...{ geo: [10.7, 59.9], where: 'Hall; door 3' },
      },
      { title: 'Script' },
    ]);
    expect(Object.keys(content.events[1]!)).not.toContain('url');
  });

  it('are read in each charset, also where a fold lies inside a character', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'DTSTART:20260601T100000Z',
      'SUMMARY:Fête d’été',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const utf8 = new TextEncoder().encode(text);
    const inside = utf8.indexOf(0xc3) + 1;
    const folded = Uint8Array.from([...utf8.slice(0, inside), 13, 10, 32, ...utf8.slice(inside)]);
    const latin = Uint8Array.from(text.replace('’', "'"), (character) => character.charCodeAt(0));
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    const titles = [];
    for (const [bytes, charset] of [[folded], [folded, 'iso-8859-1'], [latin], [latin, 'iso-8859-1'], [utf16]] as const)
      titles.push((await read(bytes, charset)).events[0]?.title);
    expect(titles).toEqual(['Fête d’été', 'Fête d’été', "Fête d'été", "Fête d'été", 'Fête d’été']);
  });
});
