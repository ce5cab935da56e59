import { jest } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Sponsor } from '@paddock/contract/calls/notices';
import type { Self } from '@paddock/contract/calls/users';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import moduleTexts from '../src/messages/en.json' with { type: 'json' };
import ownTexts from '../src/notices/messages/en.json' with { type: 'json' };

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

const ann = { id: 'ann', username: 'ann', fullname: 'Ann Lee', admin: false, acl: [] } as unknown as Self;
export const admin = { ...ann, admin: true };

/** A notice of Bob's for everybody. */
export const notice = (fields: Partial<Sponsor> = {}): Sponsor => ({
  ...{ id: 'n1', namespace: '0', title: 'Noise limit', desc: 'Quiet after 22:00.', color: '#2a6fdb', workplace: '' },
  ...{ tags: [], image_urls: [], files: [], is_commented: false, new: false, hidden: false },
  ...{ can_edit: false, can_delete: false, created: '2026-01-01T10:00:00.000Z' },
  owner: { id: 'bob', username: 'bob', fullname: 'Bob Box', online: false },
  ...fields,
});

/** The reply of a page of notices. */
export const pageWith = (sponsors: readonly Sponsor[], more: object = {}) => ({
  ...{ sponsors, users: [], groups: [], workplaces: [], next: null, can_create: false, can_move: false },
  self: { id: 'ann', sponsor_new_receipts: { 0: 1 } },
  ...more,
});

type Reply = object | [status: number, body: object];
interface Given {
  user?: Self;
  labels?: Record<string, string>;
  flags?: Partial<Boot['flags']>;
}

/**
 * Opens a screen over these replies by method and path; returns the kit, the requests that changed something, and what sends an
 * event of the server.
 */
export async function open(element: ReactNode, replies: Record<string, Reply> = {}, given: Given = {}) {
  const { user = ann, labels = {}, flags } = given;
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const fetch = jest.fn<typeof globalThis.fetch>(async (url, init) => {
    const path = new URL(String(url), location.href).pathname.replace('/api', '');
    const method = init?.method ?? 'GET';
    if (method !== 'GET') sent.push({ path, body: JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown> });
    const reply = replies[`${method} ${path}`] ?? [404, { code: 'NOT_FOUND', message: 'none' }];
    const [status, body] = Array.isArray(reply) ? (reply as [number, object]) : [200, reply];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  const tabs = [{ id: 'notices', module: 'mfe-content', labels }];
  const kit = await testKit({
    ...{ module: 'mfe-content', messages: { ...moduleTexts, ...ownTexts }, fetch, user },
    ...(flags && { flags }),
    boot: { tabs, modules: [] } as unknown as Partial<Boot>,
  });
  const receive = serverEventsOf(kit);
  const slots = kit.slots as { offeredBy: (slot: string) => string | undefined; Host: typeof kit.slots.Host };
  slots.offeredBy = (slot) => (slot === 'account.report' ? 'mfe-account' : undefined);
  slots.Host = ({ slot, slotProps }) => <p role="note">{`${slot} ${JSON.stringify(slotProps)}`}</p>;
  render(
    <TestHost kit={kit} module="mfe-content">
      {element}
    </TestHost>,
  );
  return { kit, sent, receive };
}
