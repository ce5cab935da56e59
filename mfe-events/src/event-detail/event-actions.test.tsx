import { afterEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { makeEvent } from '../make-event';
import en from '../messages/en.json' with { type: 'json' };
import { EventActions } from './event-actions';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function open(admin: boolean, given: object, boot = {}) {
  const user = {
    id: 'ann',
    username: 'ann',
    fullname: 'Ann',
    admin,
    acl: [],
    workplaces: ['pit lane'],
  } as unknown as Self;
  const platform = createRecordingPlatform({ share: async () => 'shared', addToCalendar: async () => 'downloaded' });
  const kit = await testKit({
    ...{ module: 'mfe-events', messages: en, user, flags: flagsSchema.parse(given) },
    ...{ boot, platform },
  });
  render(
    <TestHost kit={kit} module="mfe-events">
      <EventActions event={makeEvent()} managesAll={false} />
    </TestHost>,
  );
  return platform;
}

describe(EventActions, () => {
  it.each([
    ['shows', 'a member', {}],
    ['hides from', 'a member', { disable_sharing: true }],
    ['hides from', 'a member', { only_admins_can_share: true }],
    ['hides from', 'an admin', { disable_sharing: true }],
    ['shows', 'an admin', { only_admins_can_share: true, disable_sharing: true }],
  ])('%s %s Share under %j', async (verb, as, flags) => {
    await open(as === 'an admin', flags);
    expect(screen.getByRole('button', { name: 'Add to my calendar' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Share' }) !== null).toBe(verb === 'shows');
  });

  it.each([
    [{ workplaces_enabled: true }, '?workplace=pit%20lane'],
    [{}, ''],
  ])('names the workplace in the address of Share and of the calendar entry under %j', async (flags, parameter) => {
    const { calls } = await open(false, flags, { workplaces: [{ id: 'pit lane', title: 'Pit lane' }] });
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    fireEvent.click(screen.getByRole('button', { name: 'Add to my calendar' }));
    await waitFor(() => expect(calls.map(({ name }) => name)).toEqual(['share', 'addToCalendar']));
    const addresses = calls.map(({ args }) => (args[0] as { url: string }).url);
    expect(addresses.map((url) => url.split('#')[1])).toEqual([1, 2].map(() => `/main/events/race${parameter}`));
  });
});
