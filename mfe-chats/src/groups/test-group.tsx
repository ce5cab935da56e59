import { expect, jest } from '@jest/globals';
import { type Flags, flags as flagsSchema } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import chats from '../messages/en.json' with { type: 'json' };
import groups from './messages/en.json' with { type: 'json' };
import type { GroupReply } from './group-detail/inside-group';

const en = { ...chats, ...groups };

/** jsdom lacks it; menus ask for it. */
export function completeDom() {
  globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) } as never;
}

/** Resets everything that a test may leave behind. */
export function leaveGroups() {
  cleanup();
  dismissToast();
  localStorage.clear();
  sessionStorage.clear();
  window.location.hash = '';
  jest.restoreAllMocks();
}

const ann = { id: 'ann', username: 'ann', fullname: 'Ann Lee', online: true };
export const ben = { id: 'ben', username: 'ben', fullname: 'Ben Ray', online: false };
const self = { ...ann, email_verified: true, admin: false, acl: [], workplaces: [] } as unknown as Self;

export const group = {
  id: 'g1',
  title: 'Pit wall 27',
  color: '#2a6fdb',
  icon: 'wrench',
  invisible: false,
  description: 'Cars 27 and 28',
  owners: ['ann'],
  total_users: 2,
  created: '2026-03-03T10:00:00Z',
  last_updated: '2026-03-03T10:00:00Z',
  hidden: false,
  autojoin: false,
  workplace: '',
};
const { owners: _, total_users: __, ...seen } = group;

/** The reply to an owner. */
export const asOwner: GroupReply = {
  group,
  member: true,
  owner: true,
  manages: true,
  can_leave: false,
  read_only: false,
  pending: false,
  can_read: true,
  can_post: true,
  can_link: true,
  requests: 1,
  users: [
    { ...ann, owner: true, read_only: false },
    { ...ben, owner: false, read_only: false },
  ],
  owners: ['ann'],
  totalUsers: 2,
};
/** The reply to a non-member. */
export const asOutsider: GroupReply = {
  ...asOwner,
  group: seen,
  member: false,
  owner: false,
  manages: false,
  can_leave: false,
  can_read: false,
  can_post: false,
  can_link: false,
  requests: 0,
  users: [],
  owners: [],
  totalUsers: 0,
};

type Refusal = readonly [status: number, body: object];
type Body = object | Refusal;
const isRefusal = (answer: Body): answer is Refusal => Array.isArray(answer);
type Input = Record<string, unknown>;
type Replies = Readonly<Record<string, Body | ((input: Input) => Body)>>;
export const refusal = (status: number, code: string, message = `${code} said`, fields = {}) =>
  [status, { code, message, fields }] as const;

const chat = { id: 'g1', title: '', badge_number: 0, last_activity: group.created, subtitle: '' };
const usual: Replies = {
  'GET /filters/retrieve/all': { filters: [], archive: false, next: null },
  'GET /chats/g1': { ...chat, invisible: false, muted: false, archived: false, hidden: false },
  'GET /groups/g1/requests': { requests: [{ user: ben, created: group.created }], total: 1 },
};

interface Options {
  replies?: Replies;
  flags?: Partial<Flags>;
  user?: Self;
}

/** Renders a page with a service that returns these replies; `asked` lists its calls, `receive` delivers an event. */
export async function openGroups(page: ReactNode, { replies = {}, flags = {}, user = self }: Options = {}) {
  const asked: { call: string; input: Input }[] = [];
  const all = { ...usual, ...replies };
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(String(address), 'http://test');
    const call = `${init?.method ?? 'GET'} ${pathname.replace('/api', '')}`;
    const given = all[call];
    if (given === undefined) return Response.json({ code: 'NOT_FOUND', message: call }, { status: 404 });
    const input = { ...Object.fromEntries(searchParams), ...(JSON.parse(String(init?.body ?? '{}')) as Input) };
    asked.push({ call, input });
    const answer: Body = typeof given === 'function' ? (given as (input: Input) => Body)(input) : given;
    const [status, reply] = isRefusal(answer) ? answer : ([200, answer] as const);
    return Response.json(reply, { status });
  };
  let deliver: ((event: string, payload: unknown) => void) | undefined;
  const socket = {
    on: () => undefined,
    onAny: (listener: typeof deliver) => (deliver = listener),
    emit: () => undefined,
    disconnect: () => undefined,
    connected: true,
  };
  const kit = await testKit({
    module: 'mfe-chats',
    messages: en,
    boot: { workplaces: [{ id: 'porto', title: 'Porto works' }] },
    fetch,
    flags: flagsSchema.parse(flags),
    user,
    connect: async () => socket,
  });
  kit.slots.offeredBy = (slot) => (slot === 'shouts.conversation' ? 'mfe-shouts' : undefined);
  const host = (inside: ReactNode) => (
    <TestHost kit={kit} module="mfe-chats">
      {inside}
      <ToastRegion label={en.title} dismissLabel={en.group.close} />
    </TestHost>
  );
  const view = render(host(page));
  const receive = async (event: string) => {
    await waitFor(() => expect(deliver).toBeDefined(), { timeout: 3000 });
    await act(async () => deliver!(event, { workplace: '', conversation: 'g1' }));
  };
  const calls = () => asked.map(({ call }) => call).filter((call) => !call.startsWith('GET /filters'));
  return { asked, calls, receive, show: (next: ReactNode) => view.rerender(host(next)) };
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
/** Opens a menu and chooses an item. */
export async function choose(menu: string, item: string) {
  press(menu);
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}
