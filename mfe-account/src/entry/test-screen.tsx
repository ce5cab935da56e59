import type { Boot } from '@paddock/contract/calls/boot';
import { type Flags, flags as flagsSchema } from '@paddock/contract/core/flags';
import { type Self, self } from '@paddock/contract/calls/users';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import en from '../messages/en.json' with { type: 'json' };

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

/** A member's own record as the service returns it. */
export const member = (change: Partial<Self> = {}): Self =>
  self.parse({
    id: 'ann',
    username: 'ann',
    fullname: 'Ann Lee',
    online: true,
    email: 'ann@example.org',
    admin: false,
    acl: [],
    groups: [],
    read_only_groups: [],
    fields: {},
    blocked_users: [],
    workplaces: [],
    email_verified: true,
    pending: false,
    denied: false,
    banned: false,
    created: '2026-01-01T00:00:00Z',
    ...change,
  });

export interface SentRequest {
  call: string;
  input: Record<string, unknown>;
}
/** A reply's body, a refusal with its status, or null for a network failure. */
type Body = Readonly<Record<string, unknown>>;
type Refusal = readonly [status: number, refusal: Body];
type Answer = Body | Refusal | null;
/** Replies by method and path; the last of several repeats for further calls. */
export type Replies = Readonly<Record<string, Answer | ((input: SentRequest['input']) => Answer | Promise<Answer>)>>;

interface ScreenOptions {
  replies?: Replies;
  user?: Self;
  flags?: Partial<Flags>;
  boot?: Partial<Boot>;
  /** A recording device; default: the test's browser. */
  platform?: Kit['platform'];
  /** Texts of a part that loads its own. */
  texts?: object;
}

const isRefusal = (answer: Body | Refusal): answer is Refusal => Array.isArray(answer);

/** Renders a screen with a service that returns these replies; `requests` lists its calls. */
export async function openScreen(
  shown: ReactNode,
  { replies = {}, user, flags = {}, boot, platform, texts = {} }: ScreenOptions = {},
) {
  const requests: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(String(address), 'http://test');
    if (pathname === '/health') return new Response();
    const call = `${init?.method} ${pathname.replace('/api', '')}`;
    const input = {
      ...Object.fromEntries(searchParams),
      ...(JSON.parse(String(init?.body ?? '{}')) as SentRequest['input']),
    };
    requests.push({ call, input });
    const reply = replies[call];
    if (reply === undefined) throw new Error(`no reply for ${call}`);
    const answer = await (typeof reply === 'function' ? reply(input) : reply);
    if (answer === null) throw new TypeError('network');
    const [status, body]: Refusal = isRefusal(answer) ? answer : [200, answer];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
  const all = { ...flagsSchema.parse(flags) };
  // `boot` overrides the default boot reply, of which the flags are a part.
  const messages = { ...en, ...texts };
  const deployed = { flags: all, boot: boot ?? {} };
  const kit = await testKit({
    module: 'mfe-account',
    messages,
    fetch,
    user,
    ...deployed,
    ...(platform && { platform }),
  });
  const page = (inside: ReactNode) => (
    <TestHost kit={kit} module="mfe-account">
      {inside}
      <ToastRegion label={en.back} dismissLabel={en.back} />
    </TestHost>
  );
  const view = render(page(shown));
  return { kit, requests, show: (next: ReactNode) => view.rerender(page(next)) };
}

export const calls = (requests: readonly SentRequest[]) => requests.map(({ call }) => call);
export const refusal = (status: number, code: string, more: Body = {}) =>
  [status, { code, message: `${code} said`, ...more }] as const;

/** A mandatory field's label ends with an asterisk. */
export const input = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
export const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const title = (text: string) => screen.findByRole('heading', { level: 1, name: text });

/** Resets everything that a test may leave behind. */
export function leaveScreen() {
  cleanup();
  dismissToast();
  localStorage.clear();
  sessionStorage.clear();
  window.location.hash = '';
}
