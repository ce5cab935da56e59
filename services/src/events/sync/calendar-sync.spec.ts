import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteEventSource } from '@paddock/contract/calls/event-sources';
import { readEvent } from '@paddock/contract/calls/events';
import { calendarFile } from '@paddock/contract/core/calendar-file';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { CalendarScenario, serveText } from '../../../test/calendar-scenario.js';
import { at, calendar, entry } from '../../../test/calendars.js';
import type { TestMember, TestServices } from '../../../test/start-test-services.js';

let scenario: CalendarScenario;
let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  scenario = await CalendarScenario.start();
  ({ services, admin } = scenario);
});
afterAll(() => scenario.close());

describe('a subscribed calendar', () => {
  it('appears, changes and disappears with its address', async () => {
    const ann = await services.member();
    const place = [
      'LOCATION:Spa\\, pit 3',
      'GEO:50.44;5.97',
      'DESCRIPTION:Bring\\na pass',
      'ORGANIZER;CN=FIA:mailto:a@b.c',
    ];
    const id = await scenario.subscribe(calendar(entry('Briefing', at(dayMs), ...place), entry('Gala', at(2 * dayMs))));
    const [briefing, gala] = (await scenario.list(ann)).filter(({ color }) => color === '#123456');
    expect(briefing).toMatchObject({
      title: 'Briefing',
      when: at(dayMs).toISOString(),
      end: at(dayMs + hourMs).toISOString(),
      where: 'Spa, pit 3',
      geo: [5.97, 50.44],
      desc: 'Bring\na pass',
      organizer_name: 'FIA',
      synced: true,
      new: false,
      can_edit: false,
      can_delete: false,
    });
    expect((await scenario.settled(id)).title).toBe('Season');

    scenario.serve = serveText(calendar(entry('Briefing', at(dayMs + hourMs))));
    expect(await scenario.refresh(id)).toMatchObject({ state: 'current', events_count: 1 });
    expect(await services.call(readEvent, { id: gala!.id }, { as: ann })).toMatchObject({ status: 404 });
    const after = (await services.call(readEvent, { id: briefing!.id }, { as: ann })).body.event;
    expect(after).toMatchObject({ when: at(dayMs + hourMs).toISOString(), where: '', desc: '' });
    expect([after.geo, after.organizer_name]).toEqual([undefined, undefined]);

    expect((await services.call(deleteEventSource, { id }, { as: admin })).status).toBe(200);
    expect(await scenario.ofColor()).toEqual([]);
  });

  it('expands recurrences in the wall time of their zone, with exceptions, changes and cancellations', async () => {
    // Five Sundays at 10:00 in Brussels around the end of summer time on 25 October 2026 and of 31 October 2027.
    const year = new Date().getUTCFullYear();
    const start = new Date(Date.UTC(year, 9, 11));
    start.setUTCDate(start.getUTCDate() + ((7 - start.getUTCDay()) % 7));
    const wall = (sunday: number, time: string) =>
      `${new Date(start.getTime() + sunday * 7 * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}T${time}`;
    const zone = ';TZID=Europe/Brussels:';
    const id = await scenario.subscribe(
      calendar(
        [
          'UID:run',
          `DTSTART${zone}${wall(0, '100000')}`,
          'DURATION:PT1H',
          'SUMMARY:Run',
          'RRULE:FREQ=WEEKLY;COUNT=5',
        ].concat(`EXDATE${zone}${wall(1, '100000')}`),
        [
          'UID:run',
          `RECURRENCE-ID${zone}${wall(2, '100000')}`,
          `DTSTART${zone}${wall(2, '120000')}`,
          'SUMMARY:Late run',
        ].concat('DURATION:PT2H'),
        [
          'UID:run',
          `RECURRENCE-ID${zone}${wall(3, '100000')}`,
          `DTSTART${zone}${wall(3, '100000')}`,
          'SUMMARY:Run',
        ].concat('STATUS:CANCELLED'),
      ),
    );
    const runs = await scenario.ofColor();
    const inBrussels = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', timeStyle: 'short' });
    expect(runs.map(({ title, when, time_zone }) => [title, inBrussels.format(new Date(when)), time_zone])).toEqual([
      ['Run', '10:00', 'Europe/Brussels'],
      ['Late run', '12:00', 'Europe/Brussels'],
      ['Run', '10:00', 'Europe/Brussels'],
    ]);
    for (const run of runs) {
      expect(run.id).toMatch(/^[0-9a-f]{24}_\d{8}T\d{4}Z$/);
      expect((await services.call(readEvent, { id: run.id }, { as: admin })).status).toBe(200);
    }
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('shows whole days in the zone of the file, and several days up to the last one', async () => {
    const dateOf = (ms: number) => at(ms).toISOString().slice(0, 10).replaceAll('-', '');
    const text = calendar(
      ['UID:one', `DTSTART;VALUE=DATE:${dateOf(5 * dayMs)}`, 'SUMMARY:One'],
      ['UID:two', `DTSTART;VALUE=DATE:${dateOf(9 * dayMs)}`, `DTEND;VALUE=DATE:${dateOf(11 * dayMs)}`, 'SUMMARY:Two'],
    ).replace('X-WR-CALNAME', 'X-WR-TIMEZONE:Asia/Tokyo\r\nX-WR-CALNAME');
    const id = await scenario.subscribe(text);
    const [one, two] = await scenario.ofColor();
    expect([one!.time_zone, one!.when]).toEqual(['Asia/Tokyo', one!.end]);
    expect(one!.when.slice(11, 16)).toBe('15:00');
    expect([two!.all_day, Date.parse(two!.end!) - Date.parse(two!.when)]).toEqual([true, dayMs]);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('leaves out what is cancelled or private, and cleans texts and the name', async () => {
    const id = await scenario.subscribe(
      calendar(
        entry('a', at(dayMs), 'STATUS:CANCELLED'),
        entry('b', at(dayMs), 'CLASS:PRIVATE'),
        [...entry('c', at(dayMs)), `LOCATION:${'x'.repeat(400)}`].map((line) =>
          line.startsWith('SUMMARY') ? 'SUMMARY:\u202Eevil\u0007' : line,
        ),
        entry('d', at(2 * dayMs)).filter((line) => !line.startsWith('SUMMARY')),
      ).replace(':Season', ':\u202ESeason'),
    );
    const events = await scenario.ofColor();
    expect((await scenario.settled(id)).title).toBe('Season');
    expect(events.map(({ title, where }) => [title, where.length])).toEqual([
      ['evil', 250],
      ['Season', 0],
    ]);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('reads our own calendar files back', async () => {
    const given = {
      id: 'x1',
      title: 'Quali; "wet", 🏁',
      start: at(3 * dayMs),
      end: at(3 * dayMs + hourMs),
      description: 'a\nb',
    };
    const id = await scenario.subscribe(calendarFile([given], { name: 'Ours' }));
    expect(await scenario.ofColor()).toMatchObject([
      { title: given.title, when: given.start.toISOString(), end: given.end.toISOString(), desc: 'a\nb' },
    ]);
    await services.call(deleteEventSource, { id }, { as: admin });
  });
});
