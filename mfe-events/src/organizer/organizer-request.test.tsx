import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Self, UserCard } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { EventDetail } from '../event-detail/event-detail';
import { makeEvent } from '../make-event';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { OrganizerRequest } from './organizer-request';

afterEach(cleanup);

const [ann, bob] = [
  { id: 'ann', username: 'ann', fullname: 'Ann Ace' },
  { id: 'bob', username: 'bob', fullname: 'Bob Box' },
] as [UserCard, UserCard];

let details: Record<string, unknown>;
let answers: [string, string, unknown][];
let refusal: object | undefined;
beforeEach(() => {
  [answers, refusal] = [[], undefined];
  details = { event: makeEvent(), siblings: [], asked_organizer: bob, organizer_asked_by: ann };
});

const fetch = jest.fn<typeof globalThis.fetch>(async (url, init) => {
  const headers = { 'content-type': 'application/json' };
  const { pathname } = new URL(String(url), 'http://host');
  if (init?.method !== 'PUT')
    return new Response(JSON.stringify(pathname.endsWith('/events/race') ? details : { events: [] }), { headers });
  answers.push([init.method, pathname.replace(/^.*(?=\/events)/, ''), JSON.parse(String(init.body)).accept]);
  if (refusal) {
    const { asked_organizer: _, ...rest } = details;
    details = rest;
    return new Response(JSON.stringify(refusal), { status: 403, headers });
  }
  const event = { ...makeEvent(), organizer: bob };
  details = { event, siblings: [] };
  return new Response(JSON.stringify(event), { headers });
});

async function open(as: string) {
  const user = { id: as, username: as, fullname: as, acl: [], groups: [] } as unknown as Self;
  const kit = await testKit({ module: 'mfe-events', messages: moduleTexts, fetch, user });
  render(
    <TestHost kit={kit} module="mfe-events">
      <EventDetail id="race" />
    </TestHost>,
  );
  await screen.findAllByText('Spa-Francorchamps');
}
const request = () => screen.findByText('Ann Ace asks you to organise this event.');

describe(OrganizerRequest, () => {
  it.each([
    ['Accept', true],
    ['Decline', false],
  ])('sends %s, and goes with the answer', async (name, accept) => {
    await open('bob');
    await request();
    expect(screen.queryByText('Asked: Bob Box')).toBeNull();
    screen.getByRole('button', { name }).focus();
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: makeEvent().title }));
    expect(answers).toEqual([['PUT', '/events/race/organizer', accept]]);
    expect(await screen.findByText('Organised by')).toBeTruthy();
  });

  it('goes when the request was replaced meanwhile', async () => {
    refusal = { code: 'FORBIDDEN', message: 'You may not do this.' };
    await open('bob');
    await request();
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
  });

  it('names no member who has left', async () => {
    delete details['organizer_asked_by'];
    await open('bob');
    expect(await screen.findByText('You are asked to organise this event.')).toBeTruthy();
  });

  it('shows others whom it asks, without buttons', async () => {
    await open('ann');
    expect(await screen.findByText('Asked: Bob Box')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it('shows nothing without a request', async () => {
    delete details['asked_organizer'];
    await open('bob');
    expect(screen.queryByText(/Asked:|asks you/)).toBeNull();
  });
});
