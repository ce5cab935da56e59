import { afterEach, describe, expect, it } from '@jest/globals';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import { makeEvent } from '../make-event';
import formTexts from '../event-form/messages/en.json' with { type: 'json' };
import en from '../messages/en.json' with { type: 'json' };
import { EventFacts } from './event-facts';

afterEach(cleanup);

async function open(fields: Partial<PaddockEvent>, rule?: string, now = '2026-06-01T10:00:00Z') {
  const kit = await testKit({ module: 'mfe-events', messages: { ...en, ...formTexts } });
  render(
    <TestHost kit={kit} module="mfe-events">
      <EventFacts event={makeEvent(fields)} now={Date.parse(now)} rule={rule} />
    </TestHost>,
  );
}
const map = () => screen.queryByRole('link', { name: 'Open the map (new tab)' })?.getAttribute('href');
const geo: [number, number] = [5.97, 50.44];

describe('the venue', () => {
  it('opens a map at its position, or a search for its name', async () => {
    await open({ where: 'Spa', geo });
    expect(map()).toBe('https://www.openstreetmap.org/?mlat=50.44&mlon=5.97#map=14/50.44/5.97');
    cleanup();
    await open({ where: 'Spa' });
    expect(map()).toBe('https://www.openstreetmap.org/search?query=Spa');
  });

  it('opens a map for a position without a name', async () => {
    await open({ where: '', geo });
    expect(map()).toBe('https://www.openstreetmap.org/?mlat=50.44&mlon=5.97#map=14/50.44/5.97');
    cleanup();
    await open({ where: '' });
    expect(map()).toBeUndefined();
  });
});

it('links to the registration', async () => {
  await open({ registration_url: 'https://example.org/entry' });
  const link = screen.getByRole('link', { name: 'Registration (new tab)' });
  expect(link.getAttribute('href')).toBe('https://example.org/entry');
});

it('words the rule of a moved copy by its place', async () => {
  const [place, when] = ['2026-06-15T16:00:00.000Z', '2026-06-16T16:00:00.000Z'];
  await open({ when, place, time_zone: 'Europe/Brussels' }, 'FREQ=WEEKLY');
  expect(await screen.findByText('Every week on Monday')).toBeTruthy();
});

it.each([
  ['2026-12-01T10:00:00Z', 'Friday, January 1, 2027, 6:00 PM'],
  ['2027-01-01T10:00:00Z', 'Friday, January 1, 6:00 PM'],
])('names the year of an event in another year: on %s as %s', async (now, text) => {
  await open({ when: '2027-01-01T17:00:00Z', time_zone: 'Europe/Brussels' }, undefined, now);
  expect(screen.getByText(text)).toBeTruthy();
});
