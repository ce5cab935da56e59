import { describe, expect, it } from '@jest/globals';
import { calendarFile } from './calendar-file.js';

const now = new Date('2026-05-01T08:00:00Z');
const start = new Date('2026-05-02T13:20:00Z');
const race = { id: 'e1', title: 'Qualifying', start };

describe(calendarFile, () => {
  it('lasts an hour without an end', () => {
    expect(calendarFile([race], { now }).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Paddock//Events//EN',
      'BEGIN:VEVENT',
      'UID:e1',
      'DTSTAMP:20260501T080000Z',
      'LAST-MODIFIED:20260501T080000Z',
      'SEQUENCE:0',
      'DTSTART:20260502T132000Z',
      'DTEND:20260502T142000Z',
      'SUMMARY:Qualifying',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('invites by mail, with several dates in their zone, and withdraws one of them', () => {
    const [organizer, attendee] = [
      { name: 'Simulator "A"', email: 'p@example.org' },
      { name: 'Ann\r\nATTENDEE:x', email: 'ann@example.org' },
    ];
    const entry = { ...race, timeZone: 'Europe/Berlin', sequence: 3, organizer, attendee };
    const dates = [new Date('2026-05-09T13:20:00Z')];
    const invited = calendarFile([{ ...entry, dates, status: 'TENTATIVE' }], { now, method: 'REQUEST' });
    const lines = invited.replace(/\r\n /g, '').split('\r\n');
    expect(lines).toEqual(expect.arrayContaining(['METHOD:REQUEST', 'SEQUENCE:3', 'STATUS:TENTATIVE']));
    expect(lines).toContain('ORGANIZER;CN="Simulator  A ":mailto:p@example.org');
    expect(lines).toContain('ATTENDEE;CN="Ann  ATTENDEE:x";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ann@example.org');
    expect(lines).toContain('DTSTART;TZID=Europe/Berlin:20260502T152000');
    expect(lines).toContain('RDATE;TZID=Europe/Berlin:20260509T152000');
    const withdrawn = calendarFile([{ ...entry, place: dates[0], status: 'CANCELLED' }], { now, method: 'CANCEL' });
    expect(withdrawn).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20260509T152000');
  });

  it('numbers each change higher, so that a calendar replaces its entry', () => {
    const created = new Date('2026-04-30T08:00:00Z');
    const sequenceAt = (changed?: Date) =>
      Number(/SEQUENCE:(\d+)/.exec(calendarFile([{ ...race, created, changed }], { now }))![1]);
    const [first, second] = [new Date('2026-04-30T09:00:00Z'), new Date('2026-04-30T09:00:05Z')];
    expect([sequenceAt(created), sequenceAt(first), sequenceAt(second)]).toEqual([0, 3600, 3605]);
    expect(calendarFile([{ ...race, created, changed: first }], { now })).toContain('LAST-MODIFIED:20260430T090000Z');
  });

  it('covers the whole day of its zone when start equals end', () => {
    const midnight = new Date('2026-05-01T22:00:00Z');
    const file = calendarFile([{ ...race, start: midnight, end: midnight, timeZone: 'Europe/Brussels' }], { now });
    expect(file).toContain('DTSTART;VALUE=DATE:20260502\r\n');
    expect(file).toContain('DTEND;VALUE=DATE:20260503\r\n');
  });

  it('ends whole days with the day after the last one, over a change of the clocks too', () => {
    const [first, last] = [new Date('2026-10-23T22:00:00Z'), new Date('2026-10-25T23:00:00Z')];
    const whole = { ...race, start: first, end: last, allDay: true, timeZone: 'Europe/Brussels' };
    const file = calendarFile([whole], { now });
    expect(file).toContain('DTSTART;VALUE=DATE:20261024\r\nDTEND;VALUE=DATE:20261027\r\n');
  });

  it('escapes text that members write', () => {
    const file = calendarFile([{ ...race, title: 'a;b,c\\d\nEND:VEVENT', location: 'Box 1\r\nATTACH:x' }], { now });
    expect(file).toContain('SUMMARY:a\\;b\\,c\\\\d\\nEND:VEVENT\r\n');
    expect(file).toContain('LOCATION:Box 1\\nATTACH:x\r\n');
  });

  it('folds lines past 75 octets between characters', () => {
    const title = 'سباق التحمل '.repeat(12) + '🏁'.repeat(30);
    const lines = calendarFile([{ ...race, title }], { now }).split('\r\n');
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`);
  });
});
