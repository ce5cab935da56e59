import type { Kit, OutboxItem } from '../kit/kit-context';
import { keysOf } from '../kit/held-storage';
import { createStore } from '../kit/store';

export const storedKey = (item: Pick<OutboxItem, 'module' | 'client_id'>) => `${item.module}.outbox.${item.client_id}`;

/** A module may store anything else under such a key: neither that nor a damaged text may keep the shell from starting. */
function parseItem(text: string | null): OutboxItem | null {
  try {
    return JSON.parse(text ?? 'null') as OutboxItem | null;
  } catch {
    return null;
  }
}

/** The unsent items of the current member in one workplace. */
export function createItems({ session, storage }: Pick<Kit, 'session' | 'storage'>) {
  const items = createStore<readonly OutboxItem[]>([]);
  const owner = () => {
    const { user, workplace } = session.get();
    return user ? `${user.id}/${workplace}` : null;
  };
  const find = (clientId: string) => items.get().find(({ client_id }) => client_id === clientId);
  const change = (clientId: string, to: Partial<OutboxItem>) =>
    items.set((now) => now.map((item) => (item.client_id === clientId ? { ...item, ...to } : item)));
  const append = (item: OutboxItem) => {
    storage.setItem(storedKey(item), JSON.stringify(item));
    items.set((now) => [...now, item]);
  };
  const forget = (item: OutboxItem) => {
    storage.removeItem(storedKey(item));
    items.set((now) => now.filter(({ client_id }) => client_id !== item.client_id));
  };
  /** It was sent or discarded, here or in another window. */
  const isGone = (item: OutboxItem) => storage.getItem(storedKey(item)) === null;
  /** Adds the member's stored items that this window does not know, and drops those of another member or workplace. */
  function load() {
    const mine = owner();
    const stored = keysOf(storage)
      .filter((key) => key.includes('.outbox.'))
      .map((key) => parseItem(storage.getItem(key)))
      .filter((item) => item?.owner === mine && !find(item.client_id))
      .map((item) => (item!.status === 'failed' ? item! : { ...item!, status: 'waiting' as const }));
    items.set((now) =>
      [...now.filter((item) => item.owner === mine), ...stored].sort((a, b) => a.created.localeCompare(b.created)),
    );
  }
  return { items, owner, find, change, append, forget, isGone, load };
}
export type Items = ReturnType<typeof createItems>;
