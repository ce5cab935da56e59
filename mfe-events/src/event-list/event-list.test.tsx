import { afterEach, describe, expect, it } from '@jest/globals';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { Flags } from '@paddock/contract/core/flags';
import { hourMs } from '@paddock/contract/core/durations';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { makeEvent } from '../make-event';
import en from '../messages/en.json' with { type: 'json' };
import { EventList } from './event-list';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Network {
  events?: PaddockEvent[];
  siblings?: PaddockEvent[];
  /** Codes of the first refused calls, in order; later calls succeed. */
  refusals?: string[];
}

const reply = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Renders the screen with a network that returns these events. */
async function open({ events = [], siblings = [], refusals = [] }: Network, id?: string, flags?: Partial<Flags>) {
  const fetch = async (url: unknown) => {
    const asked = /\/events\/([^?]+)/.exec(String(url))?.[1];
    const code = refusals.shift();
    if (code) return reply(code === 'EVENT_NOT_FOUND' ? 404 : 500, { code, message: `Sorry: ${code}` });
    // The page after the first is empty: the list ends.
    const isFurther = String(url).includes('from=');
    if (asked === undefined)
      return reply(200, { events: isFurther ? [] : events, from: inHours(-720), to: inHours(8760) });
    const event = [...events, ...siblings].find((each) => each.id === asked);
    return event ? reply(200, { event, siblings }) : reply(404, { code: 'EVENT_NOT_FOUND', message: 'Gone' });
  };
  const kit = await testKit({ module: 'mfe-events', messages: en, fetch: fetch, flags });
  render(
    <TestHost kit={kit} module="mfe-events">
      <EventList params={{ id } as { id: string }} />
    </TestHost>,
  );
}

const list = () => screen.getByRole('region', { name: 'Events' });
const row = (name: RegExp) => within(list()).findByRole('link', { name });

describe('EventList', () => {
  it('marks current events and links each event to its page', async () => {
    const running = makeEvent({ id: 'e/1', title: 'Qualifying', when: inHours(-0.5), end: inHours(0.5) });
    await open({ events: [running, makeEvent({ title: 'Supper', when: inHours(3) })] });
    const now = await row(/Qualifying/);
    expect(now.getAttribute('href')).toBe('#/main/events/e%2F1');
    expect(within(now).getByText('Now')).toBeTruthy();
    expect(within(await row(/Supper/)).queryByText('Now')).toBeNull();
  });

  it('names today and tomorrow in the day headings', async () => {
    const noon = new Date();
    noon.setHours(12, 0, 0, 0);
    const days = [0, 1, 2].map((day) => {
      const when = new Date(noon.getTime());
      when.setDate(when.getDate() + day);
      return makeEvent({ title: `Day ${day}`, when: when.toISOString(), time_zone: zone });
    });
    await open({ events: days });
    await row(/Day 0/);
    const heads = within(list()).getAllByRole('heading', { level: 2 });
    expect(heads.map((head) => head.textContent)).toEqual([
      expect.stringContaining('Today'),
      expect.stringContaining('Tomorrow'),
      expect.not.stringMatching(/Today|Tomorrow/),
    ]);
  });

  it("shows each place's zone below its times, or the member's own times", async () => {
    const when = inHours(30);
    const elsewhere = zone === 'Asia/Tokyo' ? 'America/New_York' : 'Asia/Tokyo';
    const timeIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }).format(
        new Date(when),
      );
    await open({
      events: [
        makeEvent({ title: 'There', when, time_zone: elsewhere, where: 'Suzuka' }),
        makeEvent({ title: 'Here', when, time_zone: zone }),
      ],
    });
    expect((await row(/There/)).textContent).toMatch(/^\d\d?:\d\d [AP]M(GMT|[A-Z]{3})/);
    expect((await row(/There/)).textContent).toContain(timeIn(elsewhere));
    expect(within(await row(/There/)).getByText('Suzuka')).toBeTruthy();
    expect((await row(/Here/)).textContent).not.toMatch(/GMT|[A-Z]{3}T/);
    fireEvent.click(screen.getByRole('radio', { name: /^My time/ }));
    expect((await row(/There/)).textContent).toContain(timeIn(zone));
    expect((await row(/There/)).textContent).not.toMatch(/GMT|[A-Z]{3}T/);
  });

  it('offers one clock where every event is on the member’s', async () => {
    await open({ events: [makeEvent({ title: 'Here', when: inHours(30), time_zone: zone })] });
    await row(/Here/);
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('shows the empty state', async () => {
    await open({});
    expect(await screen.findByRole('heading', { name: 'Nothing new' })).toBeTruthy();
  });

  it('shows an error with its code and loads after Retry', async () => {
    await open({ events: [makeEvent({ title: 'Race' })], refusals: ['INTERNAL_ERROR'] });
    expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL_ERROR');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row(/Race/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('separates past and coming events only if the deployment asks for it', async () => {
    const events = [makeEvent({ title: 'Over', when: inHours(-5) }), makeEvent({ title: 'Ahead', when: inHours(5) })];
    const events_tab = { separate_past: true } as Flags['events_tab'];
    await open({ events }, undefined, { events_tab });
    await row(/Ahead/);
    expect(within(list()).queryByRole('link', { name: /Over/ })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Past' }));
    expect(await row(/Over/)).toBeTruthy();
    expect(within(list()).queryByRole('link', { name: /Ahead/ })).toBeNull();
    cleanup();
    await open({ events });
    expect(await row(/Over/)).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Past' })).toBeNull();
  });
});

describe('EventList with an event', () => {
  const long = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
  const race = makeEvent({ id: 'race', title: 'Race', when: inHours(4), desc: long, series: 'Belgian Grand Prix' });
  const detail = () => screen.findByRole('region', { name: 'Race' });

  it('marks its row and shows it beside the list, with the rest of its weekend', async () => {
    const siblings = [makeEvent({ id: 'q', title: 'Qualifying', when: inHours(-20) })];
    await open({ events: [race], siblings }, 'race');
    const pane = within(await detail());
    expect(pane.getByRole('heading', { level: 1, name: 'Race' })).toBeTruthy();
    expect(pane.getByText('Belgian Grand Prix')).toBeTruthy();
    expect((await pane.findByRole('link', { name: /Qualifying/ })).getAttribute('href')).toBe('#/main/events/q');
    expect((await row(/Race/)).getAttribute('aria-current')).toBe('true');
  });

  it('opens the place on a map in a new tab', async () => {
    await open({ events: [{ ...race, geo: [5.97, 50.44] }] }, 'race');
    const map = within(await detail()).getByRole('link', { name: /map/ });
    expect(map.getAttribute('href')).toBe('https://www.openstreetmap.org/?mlat=50.44&mlon=5.97#map=14/50.44/5.97');
    expect([map.getAttribute('target'), map.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
  });

  it('shortens a long description until the reader expands it', async () => {
    await open({ events: [race] }, 'race');
    const pane = within(await detail());
    expect(pane.queryByText(/word39/)).toBeNull();
    fireEvent.click(pane.getByRole('button', { name: 'View more' }));
    expect(pane.getByText(/word39/)).toBeTruthy();
    fireEvent.click(pane.getByRole('button', { name: 'View less' }));
    expect(pane.queryByText(/word39/)).toBeNull();
  });

  it('shows a deleted event as gone, not as an error', async () => {
    await open({}, 'nobodys');
    expect(await screen.findByText('This content no longer exists')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
