import { describe, expect, it, jest } from '@jest/globals';
import { createFormat } from './format';

const plain = { language: 'en', time_format: '12h', date_format: 'ddmm' } as const;
const evening = '2026-10-03T16:30:00Z';

describe(createFormat, () => {
  it.each([
    [1, '1 byte'],
    [18, '18 bytes'],
    [1500, '1.5 kB'],
  ])('writes a size of %i bytes as %s', (bytes, text) => expect(createFormat(plain).fileSize(bytes)).toBe(text));

  it.each([
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [0, 'now'],
    [86_400, '1 day ago'],
    [172_799, '1 day ago'],
  ])('formats %i seconds as %s', (seconds, text) => {
    const now = Date.parse(evening);
    expect(createFormat(plain).relative(now - seconds * 1000, now)).toBe(text);
  });

  it.each([
    [5 * 60, '5m ago'],
    [6 * 86_400, '6d ago'],
    [7 * 86_400, '26/09'],
    [300 * 86_400, '07/12/2025'],
    // The device's clock is behind the server's.
    [-20, 'now'],
  ])('shortens %i seconds to %s', (seconds, text) => {
    const now = Date.parse(evening);
    expect(createFormat(plain).relativeShort(now - seconds * 1000, now)).toBe(text);
  });

  it.each([
    ['12h', '6:30 PM'],
    ['24h', '18:30'],
  ] as const)('writes times in %s', (time_format, text) =>
    expect(
      createFormat({ ...plain, time_format })
        .time(evening, 'Europe/Brussels')
        .replace(/\s/g, ' '),
    ).toBe(text),
  );

  it.each([
    ['en-US', '12h', '12:05 AM'],
    ['en-US', '24h', '00:05'],
    ['en-GB', '24h', '00:05'],
    ['en', '24h', '00:05'],
    ['ar', '24h', '00:05'],
  ] as const)('writes midnight in %s, %s', (language, time_format, text) =>
    expect(
      createFormat({ ...plain, language, time_format })
        .time('2026-10-03T00:05:00Z', 'UTC')
        .replace(/\s/g, ' '),
    ).toBe(text),
  );

  it.each([
    ['ddmm', 'en', '03/10', '03/10/2026'],
    ['dd.mm', 'en', '03.10.', '03.10.2026'],
    ['default', 'en', '10/03', '10/03/2026'],
    ['default', 'de', '03.10.', '03.10.2026'],
  ] as const)('writes dates in %s, %s', (date_format, language, short, long) => {
    const format = createFormat({ ...plain, date_format, language });
    expect(format.date(evening)).toBe(short);
    expect(format.date(evening, { year: true })).toBe(long);
  });

  it('uses the day in the zone, not on the device', () =>
    expect(createFormat(plain).date('2026-10-03T23:30:00Z', { zone: 'Asia/Tokyo' })).toBe('04/10'));

  it.each([
    ['en-GB', 'Saturday, 3 October 2026'],
    ['ar', 'السبت، 3 أكتوبر 2026'],
  ])('adds the year to a day of another year in %s', (language, text) =>
    expect(createFormat({ ...plain, language }).day(evening, 'UTC', true)).toBe(text),
  );

  it('writes Arabic with the digits of its texts in every region', () => {
    const languages = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['ar-EG']);
    const arabic = createFormat({ ...plain, language: 'ar' });
    expect([arabic.number(12), arabic.date(evening)]).toEqual(['12', '03/10']);
    languages.mockRestore();
  });

  it('makes a formatter once for all rows, and again after the device has travelled to another zone', () => {
    const offset = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
    const made = jest.spyOn(Intl, 'DateTimeFormat');
    const showRows = () => {
      for (let row = 0; row < 5; row++) {
        const format = createFormat({ ...plain, language: 'fr' });
        format.time(evening);
        format.date(evening);
      }
      return made.mock.calls.length;
    };
    expect([showRows(), showRows()]).toEqual([2, 2]);
    offset.mockReturnValue(300);
    expect(showRows()).toBe(4);
    made.mockRestore();
    offset.mockRestore();
  });

  it('accepts languages written with an underscore', () =>
    expect(createFormat({ ...plain, language: 'pt_BR' }).month(evening)).toBe('outubro de 2026'));
});
