import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { DayHead } from './day-head';

/** A device in Berlin. */
const Format = Intl.DateTimeFormat;
jest
  .spyOn(Intl, 'DateTimeFormat')
  .mockImplementation((locales, options) => new Format(locales, { timeZone: 'Europe/Berlin', ...options }));

afterEach(cleanup);

async function headings(now: string, dates: readonly string[]) {
  const kit = await testKit({ module: 'mfe-events', messages: en });
  render(
    <TestHost kit={kit} module="mfe-events">
      {dates.map((date) => (
        <DayHead key={date} date={date} now={Date.parse(now)} />
      ))}
    </TestHost>,
  );
  return screen.getAllByRole('heading').map(({ textContent }) => /Today|Tomorrow/.exec(textContent)?.[0]);
}

describe(DayHead, () => {
  it('names tomorrow in the last hour before a short day', async () =>
    expect(await headings('2027-03-27T22:30:00Z', ['2027-03-27', '2027-03-28', '2027-03-29'])).toEqual([
      'Today',
      'Tomorrow',
      undefined,
    ]));

  it('names tomorrow in the first hour of a long day', async () =>
    expect(await headings('2026-10-24T22:30:00Z', ['2026-10-25', '2026-10-26'])).toEqual(['Today', 'Tomorrow']));

  it('names the year of a day in another year', async () => {
    const kit = await testKit({ module: 'mfe-events', messages: en });
    render(
      <TestHost kit={kit} module="mfe-events">
        {['2026-12-31', '2027-01-01'].map((date) => (
          <DayHead key={date} date={date} now={Date.parse('2026-11-30T10:00:00Z')} />
        ))}
      </TestHost>,
    );
    const heads = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(heads).toEqual([expect.not.stringContaining('2026'), expect.stringContaining('2027')]);
  });
});
