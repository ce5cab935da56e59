import type { Boot } from '@paddock/contract/calls/boot';
import type { ChatEntry } from '@paddock/contract/calls/chats';
import { flags } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { afterEach, expect } from '@jest/globals';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import en from '../messages/en.json' with { type: 'json' };
import { ChatList } from './chat-list';

// jsdom has no `CSS.escape`, which the menu's focus handling asks for.
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) } as never;
afterEach(() => {
  cleanup();
  localStorage.clear();
  location.hash = '';
});

export const ann = { id: 'u1', username: 'ann', fullname: 'Ann Lee', online: true };
export const entry = (change: Partial<ChatEntry>): ChatEntry => ({
  id: 'g1',
  title: 'Pit wall 27',
  badge_number: 0,
  seq: 7,
  last_activity: '2026-05-01T10:00:00Z',
  last_shout: { id: 's1', user: ann, text: 'Box this lap', created: '2026-05-01T10:00:00Z', deleted: false },
  invisible: false,
  muted: false,
  archived: false,
  hidden: false,
  subtitle: '',
  ...change,
});
export const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export async function open(
  fetch: typeof globalThis.fetch,
  change: object = {},
  signedIn: Pick<Parameters<typeof testKit>[0], 'user' | 'connect'> = {},
  boot: Partial<Boot> = {},
  props: ComponentProps<typeof ChatList> = {},
) {
  const kit = await testKit({
    module: 'mfe-chats',
    messages: en,
    fetch,
    flags: flags.parse(change),
    boot,
    ...signedIn,
  });
  const list = (given: typeof props) => (
    <TestHost kit={kit} module="mfe-chats">
      <ChatList {...given} />
    </TestHost>
  );
  const view = render(list(props));
  return Object.assign(kit, { show: (next: typeof props) => view.rerender(list(next)) });
}
/** Opens the list with a socket; `receive` delivers an event through it. */
export async function openLive(fetch: typeof globalThis.fetch, props: ComponentProps<typeof ChatList> = {}) {
  const user = { ...ann, id: 'me', email_verified: true, admin: false, acl: [] } as unknown as Self;
  let deliver: ((event: string, payload: unknown) => void) | undefined;
  const socket = {
    on: () => undefined,
    onAny: (listener: typeof deliver) => (deliver = listener),
    emit: () => undefined,
    disconnect: () => undefined,
    connected: true,
  };
  const { show, session } = await open(fetch, {}, { user, connect: async () => socket }, {}, props);
  await waitFor(() => expect(deliver).toBeDefined(), { timeout: 3000 });
  const receive = (event: string, payload: object) =>
    act(async () => {
      deliver!(event, payload);
      // The cache notifies the list in a task of its own.
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  return { receive, show, session };
}
/** Serves the list; single chats are not found. */
export const list = (filters: ChatEntry[]) => async (url: unknown) =>
  String(url).includes('/chats/')
    ? json({ code: 'GROUP_NOT_FOUND', message: 'No such group.' }, 404)
    : json({ filters, archive: false, next: null });
