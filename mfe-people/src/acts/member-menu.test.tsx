import { afterEach, describe, expect, it } from '@jest/globals';
import type { Profile } from '@paddock/contract/calls/people';
import type { Self } from '@paddock/contract/calls/users';
import { flags } from '@paddock/contract/core/flags';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { makeProfile, reply } from '../make-person';
import texts from '../messages/en.json' with { type: 'json' };
import { MemberMenu } from './member-menu';
import en from './messages/en.json' with { type: 'json' };

// jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
Object.assign(globalThis, { CSS: { escape: String } });
afterEach(() => {
  cleanup();
  act(() => dismissToast());
});

const viewers = {
  member: {},
  admin: { acl: [{ title: 'workplace_admin', resources: [''] }] },
  super: { admin: true },
} as const;

const canSet = { can_set_workplace_admin: true };

let kit: Awaited<ReturnType<typeof testKit>>;

/** Opens the menu; returns the paths and bodies of the acts. */
async function open(viewer: keyof typeof viewers, profile: Partial<Profile> = {}, refusals: number[] = []) {
  const sent: [string, object][] = [];
  const member = makeProfile(profile);
  const fetch = async (url: unknown, init?: RequestInit) => {
    sent.push([new URL(String(url), location.href).pathname, JSON.parse(String(init?.body ?? '{}')) as object]);
    const status = refusals.shift();
    return status ? reply({ code: 'SERVICE_UNAVAILABLE', message: 'Back in a minute.' }, status) : reply(member);
  };
  const user = {
    id: 'me',
    username: 'me',
    fullname: 'Me',
    acl: [],
    admin: false,
    ...viewers[viewer],
  } as unknown as Self;
  const messages = { ...texts, ...en };
  kit = await testKit({ module: 'mfe-people', messages, fetch, flags: flags.parse({}), boot: {}, user });
  render(
    <TestHost kit={kit} module="mfe-people">
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
      <MemberMenu member={member} />
    </TestHost>,
  );
  const button = screen.queryByRole('button', { name: 'More about Ann Lee' });
  if (button) fireEvent.click(button);
  return sent;
}
const items = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
async function choose(name: string) {
  fireEvent.click(await screen.findByRole('menuitem', { name }));
  await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull());
}

describe(MemberMenu, () => {
  it.each<[keyof typeof viewers, Partial<Profile>, string[]]>([
    ['member', {}, ['Block']],
    ['member', { blocked: true }, ['Unblock']],
    ['admin', { can_edit: true, ...canSet }, ['Edit profile', 'Make admin', 'Block']],
    ['admin', { workplace_admin: true, can_block: false, ...canSet }, ['Remove as admin']],
    ['admin', {}, ['Block']],
    ['super', canSet, ['Make admin', 'Make super admin', 'Block', 'Ban', 'End the account']],
    ['super', {}, ['Make super admin', 'Block', 'Ban', 'End the account']],
    [
      'super',
      { banned: true, ...canSet },
      ['Make admin', 'Make super admin', 'Block', 'Lift the ban', 'End the account'],
    ],
    [
      'super',
      { admin: true, workplace_admin: true, can_block: false },
      ['Remove as super admin', 'Ban', 'End the account'],
    ],
  ])('offers a %s about %j %j', async (viewer, profile, expected) => {
    await open(viewer, profile);
    expect(await items()).toEqual(expected);
  });

  it('is absent when it has no entry', async () => {
    await open('member', { can_block: false });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('bans with a reason after a question, which stays open after a refusal', async () => {
    const sent = await open('super', {}, [503]);
    await choose('Ban');
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: ' Spam ' } });
    expect(sent).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Ban' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Back in a minute.');
    fireEvent.click(dialog.getByRole('button', { name: 'Ban' }));
    expect(await screen.findByText('User banned')).toBeTruthy();
    expect(sent[1]).toEqual(['/api/users/u1/ban', expect.objectContaining({ banned: true, reason: 'Spam' })]);
  });

  it('reads all lists of members again', async () => {
    await open('member', { blocked: true });
    const { queryClient } = kit;
    const lists = ['people.profile', 'people.list', 'people.closest', 'people.search'];
    for (const list of lists) queryClient.setQueryData([list, {}], {});
    await choose('Unblock');
    expect(await screen.findByText('User unblocked')).toBeTruthy();
    expect(lists.map((list) => queryClient.getQueryState([list, {}])?.isInvalidated)).toEqual(lists.map(() => true));
  });

  it('unblocks without a question', async () => {
    const sent = await open('member', { blocked: true });
    await choose('Unblock');
    expect(await screen.findByText('User unblocked')).toBeTruthy();
    await waitFor(() => expect(sent[0]?.[0]).toBe('/api/users/u1/unblock'));
  });
});
