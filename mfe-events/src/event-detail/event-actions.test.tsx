import { afterEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import { makeEvent } from '../make-event';
import en from '../messages/en.json' with { type: 'json' };
import { EventActions } from './event-actions';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function open(admin: boolean, given: object) {
  const user = { id: 'ann', username: 'ann', fullname: 'Ann', admin, acl: [] } as unknown as Self;
  const kit = await testKit({
    ...{ module: 'mfe-events', messages: en, user, flags: flagsSchema.parse(given) },
    platform: createRecordingPlatform(),
  });
  render(
    <TestHost kit={kit} module="mfe-events">
      <EventActions event={makeEvent()} managesAll={false} />
    </TestHost>,
  );
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
});
