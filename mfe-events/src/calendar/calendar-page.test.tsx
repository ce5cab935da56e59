import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventOverAt } from '@paddock/contract/core/event-times';
import { startOfDate } from '@paddock/contract/core/time-zones';
import type { Flags } from '@paddock/contract/core/flags';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { wallDate } from '../event-times';
import { makeEvent } from '../make-event';
import en from '../messages/en.json' with { type: 'json' };
import { CalendarPage } from './calendar-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
  jest.useRealTimers();
});

describe(CalendarPage, () => {
  it.each([
    ['evening in Los Angeles', 'America/Los_Angeles', 18],
    ['morning in Auckland', 'Pacific/Auckland', 8],
  ])('marks a new event of the day as read: %s', async (_, time_zone, at) => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'performance'] });
    const when = new Date(startOfDate(wallDate(Date.now()), time_zone) + at * hourMs).toISOString();
    const event = makeEvent({ title: 'Shakedown', when, time_zone, new: true });
    const marks: { after: string; before: string }[] = [];
    const fetch = jest.fn(async (url: unknown, init?: RequestInit) => {
      if (init?.method === 'PUT') marks.push(JSON.parse(String(init.body)) as (typeof marks)[number]);
      const { searchParams } = new URL(String(url), location.href);
      const span = { from: searchParams.get('from'), to: searchParams.get('to') };
      const body = init?.method === 'PUT' ? { event_new_receipts: 0 } : { events: [event], ...span };
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    });
    const events_tab = { view: 'day' } as Flags['events_tab'];
    const kit = await testKit({ module: 'mfe-events', messages: en, fetch, flags: { events_tab } });
    render(
      <TestHost kit={kit} module="mfe-events">
        <CalendarPage params={{} as { id: string }} />
      </TestHost>,
    );
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('link', { name: /Shakedown/ })).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(marks).toHaveLength(1);
    expect(Date.parse(marks[0]!.before)).toBeGreaterThanOrEqual(Date.parse(when));
    expect(Date.parse(marks[0]!.after)).toBeLessThanOrEqual(eventOverAt(event));
  });

  it('shows the days that it has, while a further span cannot be read', async () => {
    const event = makeEvent({ title: 'Shakedown', when: new Date().toISOString(), time_zone: 'UTC' });
    const tooLate = new Date(Date.now() + 2 * dayMs).toISOString();
    const fetch = jest.fn(async (url: unknown) => {
      const { searchParams } = new URL(String(url), location.href);
      const span = { from: searchParams.get('from'), to: searchParams.get('to') };
      if (String(span.to) > tooLate) return new Response('', { status: 500 });
      const headers = { 'content-type': 'application/json' };
      return new Response(JSON.stringify({ events: [event], ...span }), { headers });
    });
    const events_tab = { view: 'day' } as Flags['events_tab'];
    const flags = { events_tab: { ...events_tab, calendar_fetch_offset: dayMs } };
    const kit = await testKit({ module: 'mfe-events', messages: en, fetch, flags });
    render(
      <TestHost kit={kit} module="mfe-events">
        <CalendarPage params={{} as { id: string }} />
      </TestHost>,
    );
    await screen.findByRole('link', { name: /Shakedown/ });
    for (const _ of [1, 2, 3]) fireEvent.click(screen.getByRole('button', { name: 'Next day' }));
    await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 });
    for (const _ of [1, 2, 3]) fireEvent.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(screen.getByRole('link', { name: /Shakedown/ })).toBeTruthy();
  });
});
