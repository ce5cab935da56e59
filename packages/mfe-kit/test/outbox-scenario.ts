import { postShout, readShouts } from '@paddock/contract/calls/shouts';
import type { Self } from '@paddock/contract/calls/users';
import { act } from '@testing-library/react';
import { testKit } from './test-host';

export const ann = { id: 'ann', username: 'ann', admin: false, acl: [] } as unknown as Self;

/** A server that stores one shout per client id, as the contract requires, over a network that can lose requests or replies. */
export function server() {
  const shouts = new Map<string, string>();
  const network: { state: 'up' | 'down' | 'answers-get-lost' | 'refuses' } = { state: 'up' };
  const fetch = async (_: unknown, init?: RequestInit) => {
    if (network.state === 'down') throw new TypeError('Failed to fetch');
    if (network.state === 'refuses') return new Response('{"code":"READ_ONLY","message":"No"}', { status: 403 });
    const { client_id, shout } = JSON.parse(String(init?.body)) as Record<string, string>;
    shouts.set(client_id!, shout!);
    if (network.state === 'answers-get-lost') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ id: client_id, shout }));
  };
  return { shouts, network, fetch: fetch as typeof globalThis.fetch };
}
type Server = ReturnType<typeof server>;

export const kitFor = ({ fetch }: Server, user: Self = ann, workplaces: string[] = []) =>
  testKit({
    module: 'mfe-shouts',
    messages: {},
    fetch,
    user,
    boot: { workplaces: workplaces.map((id) => ({ id, title: id })) },
    flags: { workplaces_enabled: workplaces.length > 0 },
  });
type TestedKit = Awaited<ReturnType<typeof kitFor>>;

export const add = (kit: TestedKit, shout: string) =>
  kit.outbox.add({
    module: 'mfe-shouts',
    call: { name: postShout.name, method: postShout.method, path: postShout.path },
    input: { shout, client_id: crypto.randomUUID() },
    invalidates: [readShouts.name],
  });
export const statuses = (kit: TestedKit) => kit.outbox.items.get().map(({ status }) => status);
export const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
export const storedItems = () => Object.keys(localStorage).filter((key) => key.includes('outbox'));
