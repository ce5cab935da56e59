import { describe, expect, it } from '@jest/globals';
import { dayMs } from '@paddock/contract/core/durations';
import { at, calendar, entry } from '../../../test/calendars.js';
import { report, times } from '../../../test/proofs.js';
import { CalendarProblem, readCalendar } from './read-calendar.js';

const mutations = times(48, 300);

describe(readCalendar, () => {
  it(`reads or refuses each of ${mutations} damaged files`, async () => {
    const whole = calendar(
      [...entry('run', at(dayMs), 'RRULE:FREQ=WEEKLY;COUNT=9;BYDAY=SU,MO'), 'GEO:1;2'],
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
    const task = {
      ...{ from: at(-dayMs).getTime(), to: at(400 * dayMs).getTime(), time_zone: 'Europe/Brussels', maxEvents: 50 },
      charset: undefined,
    };
    const outcomes = { read: 0, refused: 0 };
    const readSome = async () => {
      for (let n = 0; n < mutations / 4; n += 1) {
        const content = await readCalendar({ ...task, bytes: new TextEncoder().encode(damaged()) }, 3000).catch(
          (error: unknown) => {
            expect(error).toBeInstanceOf(CalendarProblem);
            return undefined;
          },
        );
        outcomes[content ? 'read' : 'refused'] += 1;
        for (const event of content?.events ?? []) expect(Number.isFinite(event.when)).toBe(true);
      }
    };
    await Promise.all(Array.from({ length: 4 }, readSome));
    expect(outcomes.read).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
    report('damaged-calendars', { files: mutations, ...outcomes });
  }, 600_000);

  it('reads two files at a time, and a third one while one takes its time', async () => {
    // Many rules without copies: none of them is over its own limit.
    const slow = calendar(
      ...Array.from({ length: 5000 }, (_, n) => [
        `UID:x${n}`,
        'DTSTART:20260101T000000Z',
        'RRULE:FREQ=SECONDLY;COUNT=90000',
        'SUMMARY:x',
      ]),
    );
    const end = Date.UTC(2027, 0, 1);
    const task = { charset: undefined, ...{ from: end, to: end }, time_zone: 'UTC', maxEvents: 50 };
    const ends: string[] = [];
    const read = (name: string, text: string) =>
      readCalendar({ ...task, bytes: new TextEncoder().encode(text) }, 5000).then(
        () => ends.push(name),
        (error: CalendarProblem) => ends.push(`${name} ${error.problem}`),
      );
    await Promise.all([read('slow', slow), ...['first', 'second', 'third'].map((name) => read(name, calendar()))]);
    expect(ends).toEqual(['first', 'second', 'third', 'slow too_slow']);
  }, 60_000);
});
