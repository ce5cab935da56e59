import { afterEach, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { dayMs } from '@paddock/contract/core/durations';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { EventsList } from './home-lists';

afterEach(cleanup);

const links = { 'events.list': '/main/events', 'events.detail': '/main/events/:id' };
const modules = [{ id: 'mfe-events', manifest: { routes: [], links } }] as unknown as Boot['modules'];

it('shows the weekday of an event within a week, and the date of a later one', async () => {
  const events = [2, 37].map((days) => {
    const when = new Date(Date.now() + days * dayMs).toISOString();
    const event = { id: `e${days}`, title: `In ${days} days`, when, all_day: false, time_zone: 'UTC', where: 'Spa' };
    return event as PaddockEvent;
  });
  const kit = await testKit({ module: 'mfe-content', messages: en, boot: { modules } });
  render(
    <TestHost kit={kit} module="mfe-content">
      <EventsList events={events} />
    </TestHost>,
  );
  const format = (at: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(events[at]!.when));
  const rows = await screen.findAllByRole('link', { name: /In \d+ days/ });
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(format(0, { weekday: 'short' })),
    expect.stringContaining(format(1, { day: '2-digit', month: '2-digit' })),
  ]);
});
