import { describe, expect, it } from '@jest/globals';
import { at, calendar, entry } from '../../../test/calendars.js';
import { hour } from '../../../test/events-scenario.js';
import { CalendarProblem, readCalendar } from './read-calendar.js';

const day = 24 * hour;
/** `MUTATED_CALENDARS=2000` reads more. */
const mutations = Number(process.env['MUTATED_CALENDARS'] ?? 100);

describe(readCalendar, () => {
  it(`reads or refuses each of ${mutations} damaged files`, async () => {
    const whole = calendar(
      [...entry('run', at(day), 'RRULE:FREQ=WEEKLY;COUNT=9;BYDAY=SU,MO'), 'GEO:1;2'],
      ['UID:day', 'DTSTART;VALUE=DATE:20270131', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'SUMMARY:x'],
    );
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const pieces = [
      '',
      ':',
      ';',
      '\r\n',
      'BEGIN:VEVENT\r\n',
      'END:VCALENDAR',
      '99999999',
      '-1',
      '\0',
      'TZID=',
      '🏁',
      '20261325T256199Z',
    ];
    const damaged = () => {
      let text = whole;
      for (let n = random(4); n >= 0; n -= 1) {
        const place = random(text.length);
        text = text.slice(0, place) + pieces[random(pieces.length)]! + text.slice(place + random(12));
      }
      return text;
    };
    const task = { from: at(-day).getTime(), to: at(400 * day).getTime(), time_zone: 'Europe/Brussels', maxEvents: 50 };
    const outcomes = { read: 0, refused: 0 };
    const readSome = async () => {
      for (let n = 0; n < mutations / 4; n += 1) {
        const content = await readCalendar({ ...task, text: damaged() }, 3000).catch((error: unknown) => {
          expect(error).toBeInstanceOf(CalendarProblem);
          return undefined;
        });
        outcomes[content ? 'read' : 'refused'] += 1;
        for (const event of content?.events ?? []) expect(Number.isFinite(event.when)).toBe(true);
      }
    };
    await Promise.all(Array.from({ length: 4 }, readSome));
    expect(outcomes.read).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
  }, 600_000);

  it('reads one file at a time', async () => {
    const endless = calendar([
      'UID:x',
      'DTSTART:20260101T000000Z',
      'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
      'SUMMARY:x',
    ]);
    const task = { text: endless, from: 0, to: at(day).getTime(), time_zone: 'UTC', maxEvents: 50 };
    const start = Date.now();
    const ends = await Promise.all(
      [1, 2, 3].map(() =>
        readCalendar(task, 400).then(
          () => 0,
          () => Date.now() - start,
        ),
      ),
    );
    // Together they would end after 400 ms.
    expect(ends.map((ms) => Math.floor(ms / 400) > 0)).toEqual([true, true, true]);
    expect(ends[2]! - ends[0]!).toBeGreaterThan(700);
  });
});
