import {
  type ArrivalInput,
  maxArrivalsSent,
  readCheckIn,
  recordArrivals,
} from '@paddock/contract/calls/event-check-in';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { deviceNow } from '@paddock/mfe-kit/clock';
import type { Api, Kit } from '@paddock/mfe-kit/kit-context';
import { createGateStore, type GateStore } from './gate-store';

const stores = new Map<string, GateStore>();

export function storeOf(kit: Kit, user: string): GateStore {
  const store = stores.get(user) ?? createGateStore(kit, user);
  stores.set(user, store);
  return store;
}

/**
 * Sends the arrivals of a gate, and removes those that the service has. `onRefused` gets the members whom it does not admit; without
 * it they stay for the gate, which shows them.
 */
export async function sendArrivals(
  { api, store }: { api: Api; store: GateStore },
  event: string,
  onRefused?: (users: readonly string[]) => void,
): Promise<void> {
  const refused = new Set<string>();
  for (;;) {
    const unsent = (await store.unsent(event)).filter(({ user }) => !refused.has(user));
    const some = unsent.slice(0, maxArrivalsSent);
    if (some.length === 0) return;
    const arrivals = some.map(({ user, at, pass }): ArrivalInput => ({
      user,
      at,
      ...(pass !== undefined && { pass }),
    }));
    const { results } = await api.call(recordArrivals, {
      id: event,
      arrivals,
      sent: new Date(deviceNow()).toISOString(),
    });
    for (const { user, result } of results)
      if (result === 'not_attending' || result === 'invalid_pass') refused.add(user);
    await store.remove(onRefused ? some : some.filter(({ user }) => !refused.has(user)));
    if (refused.size > 0) onRefused?.([...refused]);
  }
}

/**
 * Sends what the gates of this device left unsent, and removes what they have of deleted events. An event of another workplace, or a
 * refusal, waits until its gate is opened.
 */
export async function sendLeftArrivals(
  kit: Kit,
  { user, workplace }: { user: string; workplace: string },
): Promise<void> {
  const { api } = kit;
  const store = storeOf(kit, user);
  for (const event of await store.gatesOf(workplace))
    await api.call(readCheckIn, { id: event }).catch((error: unknown) => {
      if (asApiError(error).code === 'EVENT_NOT_FOUND') return store.forget(event);
      return undefined;
    });
  for (const event of await store.events()) await sendArrivals({ api, store }, event).catch(() => undefined);
}
