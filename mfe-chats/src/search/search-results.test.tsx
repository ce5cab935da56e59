import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { flags } from '@paddock/contract/core/flags';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ChatList } from '../chat-list/chat-list';
import en from '../messages/en.json' with { type: 'json' };

beforeEach(() => {
  location.hash = '#/main/chats?search=ann';
});
afterEach(() => {
  act(() => dismissToast());
  cleanup();
  localStorage.clear();
  location.hash = '';
});

const json = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
const ann = { id: 'u1', username: 'ann', fullname: 'Ann Lee', online: true };
const profile = {
  ...ann,
  fields: {},
  admin: false,
  workplace_admin: false,
  groups: [],
  created: '2026-01-01T00:00:00Z',
};
const people = { manifest: { links: { 'people.profile': '/main/profile/:uid' }, tabs: [], routes: [] } };

/** A search that found Ann. Returns the paths of the calls. */
async function search(
  direct_messages_enabled: object | boolean,
  rights = { can_message: true, blocked_you: false },
  { groups = [], shouts = [] }: { groups?: object[]; shouts?: object[] } = {},
) {
  const asked: string[] = [];
  const fetch = async (url: unknown) => {
    const { pathname } = new URL(String(url), location.href);
    asked.push(pathname);
    if (pathname.endsWith('/users/u1')) return json({ ...profile, ...rights });
    const users = [{ ...ann, ...(rights.blocked_you && { blocked_you: true }) }];
    return json({ filters: [], archive: false, next: null, users, groups, shouts });
  };
  const kit = await testKit({
    module: 'mfe-chats',
    messages: en,
    fetch,
    flags: flags.parse({ direct_messages_enabled }),
    boot: { modules: [people] } as unknown as Partial<Boot>,
  });
  const slots = { ...kit.slots, offeredBy: () => 'mfe-shouts' };
  render(
    <TestHost kit={{ ...kit, slots }} module="mfe-chats">
      <ChatList />
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
    </TestHost>,
  );
  return asked;
}
const press = async () => fireEvent.click(await screen.findByText('Ann Lee'));
const inAddress = (hash: string) => waitFor(() => expect(location.hash).toBe(hash));

const chat = '#/main/chats/u1?search=ann';
const theirProfile = '#/main/profile/u1';

describe('A person found by search', () => {
  it.each([
    ['the chat when direct messages are on', true, chat],
    ['the profile when they are off', false, theirProfile],
  ])('opens %s, without a call', async (_, enabled, address) => {
    const asked = await search(enabled);
    await press();
    await inAddress(address);
    expect(asked.filter((path) => path.endsWith('/users/u1'))).toEqual([]);
  });

  it.each([
    ['the chat when restrictions allow it', true, chat],
    ['the profile when restrictions forbid it', false, theirProfile],
  ])('opens %s, as the server decides', async (_, can_message, address) => {
    await search({ only_for_my_groups: true }, { can_message, blocked_you: false });
    await press();
    await inAddress(address);
  });

  it.each([true, { only_for_my_groups: true }])('opens nothing when they blocked the member: %j', async (enabled) => {
    await search(enabled, { can_message: false, blocked_you: true });
    await press();
    expect(await screen.findByText('This user blocked you')).toBeTruthy();
    expect(location.hash).toBe('#/main/chats?search=ann');
  });

  it('opens the profile of a member who blocked this one where direct messages are off', async () => {
    await search(false, { can_message: false, blocked_you: true });
    await press();
    await inAddress(theirProfile);
  });
});

it('marks the invisible ones among the groups found', async () => {
  const group = (title: string, invisible: boolean) => ({ id: title, title, color: '#2a6fdb', invisible });
  await search(true, undefined, { groups: [group('Annex', true), group('Annual', false)] });
  expect((await screen.findByRole('link', { name: /Annex/ })).textContent).toContain('Invisible');
  expect(screen.getByRole('link', { name: /Annual/ }).textContent).not.toContain('Invisible');
});

it('begins the lines of a found shout with its author', async () => {
  const group = { id: 'g1', title: 'Crew', color: '#2a6fdb', invisible: false };
  await search(true, undefined, {
    shouts: [{ id: 's1', user: ann, group, shout: 'The annex is open', created: '2026-01-01T00:00:00Z' }],
  });
  const text = (await screen.findByText('ann', { selector: 'mark' })).closest('[dir=auto]')!;
  expect(text.textContent).toBe('\u2068Ann Lee\u2069: The annex is open');
});
