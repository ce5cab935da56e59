import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Self } from '@paddock/contract/calls/users';
import { TabHeader } from '@paddock/mfe-kit/invite-button';
import { createRecordingPlatform } from '@paddock/mfe-kit/recording-platform';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { ScreenHeader } from '@paddock/ui/pane';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import ownTexts from './messages/en.json' with { type: 'json' };
import { Invite } from './invite';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  location.hash = '';
});

const user = { id: 'ann', username: 'ann', fullname: 'Ann', admin: false, acl: [] } as unknown as Self;
const admin = { ...user, admin: true };
const content = { id: 'mfe-content', manifest: { routes: [], links: { 'content.invite': '/main/invite' } } };
const tabs = ['home', 'people', 'events'].map((id) => ({ id, module: 'mfe' }));

interface Given {
  as?: Self;
  flags?: object;
  refusal?: [status: number, body: object];
  modules?: object[];
  groups?: object[];
  contacts?: { name: string; emails: string[] }[];
}

async function open(element: ReactNode, given: Given = {}) {
  const { as = user, flags = {}, refusal, modules = [content], groups = [] } = given;
  const sent: Record<string, unknown>[] = [];
  const fetch = jest.fn<typeof globalThis.fetch>(async (_url, init) => {
    const isSend = init?.method === 'POST';
    if (isSend) sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
    const [status, body] = isSend ? (refusal ?? [200, { ok: true }]) : [200, { groups }];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  const kit = await testKit({
    module: 'mfe-content',
    messages: { ...moduleTexts, ...ownTexts },
    fetch,
    boot: { tabs, modules } as unknown as Partial<Boot>,
    user: as,
    ...(given.contacts && { platform: createRecordingPlatform({ pickContacts: async () => given.contacts! }) }),
  });
  kit.deployment.set((now) => ({ ...now, flags: { ...now.flags, ...flags } }));
  render(
    <TestHost kit={kit} module="mfe-content">
      {element}
    </TestHost>,
  );
  return sent;
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /E-mail addresses/ });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Send invitations' }));

describe(Invite, () => {
  it('sends the addresses and the groups, and says INVITE_SENT', async () => {
    const sent = await open(<Invite />, { groups: [{ id: 'g1', title: 'Pit wall' }] });
    fireEvent.change(await field(), { target: { value: 'Ann@Example.org , "Lee, Bob" <bob@example.org>,' } });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Pit wall' }));
    submit();
    expect(await screen.findByText('Invitations sent')).toBeTruthy();
    expect(sent).toMatchObject([
      { emails: ['ann@example.org', 'bob@example.org'], groups: ['g1'], client_id: expect.any(String) },
    ]);
  });

  it('names the addresses that are none, and sends nothing', async () => {
    const sent = await open(<Invite />);
    fireEvent.change(await field(), { target: { value: 'ann@example.org, tom' } });
    submit();
    expect(await screen.findByRole('button', { name: 'tom' })).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('says INVITE_NOT_SENT and keeps the addresses when the service fails', async () => {
    await open(<Invite />, { refusal: [503, { code: 'INVITE_NOT_SENT', message: 'x' }] });
    fireEvent.change(await field(), { target: { value: 'ann@example.org' } });
    submit();
    expect(await screen.findByText('The invitations could not be sent. Please try again.')).toBeTruthy();
    expect((await field()).value).toBe('ann@example.org');
  });

  it('adds the addresses of picked contacts', async () => {
    await open(<Invite />, { contacts: [{ name: 'Bob', emails: ['bob@example.org', 'b@example.org'] }] });
    fireEvent.change(await field(), { target: { value: 'ann@example.org,' } });
    fireEvent.click(screen.getByRole('button', { name: 'Choose from your contacts' }));
    await waitFor(async () => expect((await field()).value).toBe('ann@example.org, bob@example.org, b@example.org'));
  });

  it.each([
    [user, false, true],
    [user, true, false],
    [admin, true, true],
  ])('is for those who may invite', async (as, disable_invite_button_for_users, isOpen) => {
    await open(<Invite />, { as, flags: { disable_invite_button_for_users } });
    if (isOpen) expect(await field()).toBeTruthy();
    else expect(await screen.findByText('Only admins invite people here.')).toBeTruthy();
  });
});

describe(TabHeader, () => {
  const header = (
    <TabHeader>
      <ScreenHeader title="Page" />
      <ScreenHeader title="Detail" back={{ label: 'Back' }} />
    </TabHeader>
  );
  it.each([
    ['/main/people', user, {}, 1],
    ['/main/home', user, {}, 1],
    ['/main/events', user, {}, 0],
    ['/main/events', user, { enable_invite_button_on_all_tabs: true }, 1],
    ['/main/events/e1', user, { enable_invite_button_on_all_tabs: true }, 1],
    ['/main/settings', user, { enable_invite_button_on_all_tabs: true }, 0],
    ['/main/events', user, { enable_invite_button_on_all_tabs: true, disable_invite_button_for_users: true }, 0],
    ['/main/people', user, { disable_invite_button_for_users: true }, 0],
    ['/main/people', admin, { disable_invite_button_for_users: true }, 1],
  ])('on %s: %#', async (path, as, flags, buttons) => {
    location.hash = path;
    await open(header, { as, flags });
    await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Invite people' })).toHaveLength(buttons));
  });

  it('has no button where no module serves the page', async () => {
    location.hash = '/main/people';
    await open(header, { modules: [] });
    expect(screen.queryByRole('link', { name: 'Invite people' })).toBeNull();
  });
});
