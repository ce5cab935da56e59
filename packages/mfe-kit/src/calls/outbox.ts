import type { Call, CallInput, CallReply } from '@paddock/contract/core/call';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { asApiError } from '../kit/api-error';
import { draftKey, draftsOf } from '../session/drafts';
import {
  type Api,
  type Connection,
  type Outbox,
  type OutboxItem,
  type SessionService,
  useKit,
  useModuleId,
} from '../kit/kit-context';
import type { KeptFile, Uploads } from '../kit/uploads';
import { queryKey } from './queries';
import { isConnected, POLLING_INTERVAL } from '../realtime/realtime';
import { createStore, type Store, useStore } from '../kit/store';

export interface OutboxSettings {
  api: Api;
  session: SessionService;
  queryClient: QueryClient;
  connection: Store<Connection>;
  storage: Storage;
  uploads: () => Promise<Uploads>;
}

const storedKey = (item: Pick<OutboxItem, 'module' | 'client_id'>) => `${item.module}.outbox.${item.client_id}`;

/**
 * Stores unsent creates across reloads, one storage key each so that two windows never overwrite each other. Sends them in the order
 * they were written, and again when the server replies; idempotent creates prevent duplicates. A refused one is kept, but sent again
 * only by `retry`.
 */
export function createOutbox({ api, session, queryClient, connection, storage, uploads }: OutboxSettings): Outbox {
  const items = createStore<readonly OutboxItem[]>([]);
  const listeners = new Set<(item: OutboxItem, reply: unknown) => void>();
  const underWay = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const owner = () => {
    const { user, workplace } = session.get();
    return user ? `${user.id}/${workplace}` : null;
  };
  const change = (clientId: string, to: Partial<OutboxItem>) =>
    items.set((now) => now.map((item) => (item.client_id === clientId ? { ...item, ...to } : item)));
  const forget = (item: OutboxItem) => {
    storage.removeItem(storedKey(item));
    items.set((now) => now.filter(({ client_id }) => client_id !== item.client_id));
  };

  async function send(item: OutboxItem) {
    // Member or workplace may have changed while earlier items were sent.
    if (underWay.has(item.client_id) || item.owner !== owner()) return;
    underWay.add(item.client_id);
    change(item.client_id, { status: 'sending' });
    try {
      const { call, input, files } = item;
      const reply = files
        ? await (await uploads()).post(files, (addresses) => api.send(call, { ...input, ...addresses }))
        : await api.send(call, input);
      if (!items.get().some(({ client_id }) => client_id === item.client_id)) return;
      for (const listener of [...listeners]) listener(item, reply);
      forget(item);
      for (const name of item.invalidates) void queryClient.invalidateQueries({ queryKey: [name] });
    } catch (error) {
      const { passing, code, message } = asApiError(error);
      if (passing) {
        change(item.client_id, { status: 'waiting' });
        later();
        return;
      }
      const refusal = { status: 'failed' as const, error: { code, message } };
      change(item.client_id, refusal);
      // Unless it was discarded meanwhile, here or in another window.
      if (storage.getItem(storedKey(item)) !== null)
        storage.setItem(storedKey(item), JSON.stringify({ ...item, ...refusal }));
    } finally {
      underWay.delete(item.client_id);
    }
  }

  /**
   * Sends items one after another, so that they keep their order also within one round trip. Without a reply, the others wait too.
   */
  let inTurn = false;
  async function sendWaiting() {
    if (inTurn) return;
    inTurn = true;
    try {
      for (let item = next(); item; item = next()) {
        const { client_id } = item;
        await send(item);
        if (!items.get().some((one) => one.client_id === client_id && one.status === 'waiting')) continue;
        items.set((now) => now.map((one) => (isTurnOf(one) ? { ...one, status: 'waiting' } : one)));
        return;
      }
    } finally {
      inTurn = false;
    }
  }
  const isTurnOf = (item: OutboxItem) =>
    item.status !== 'failed' && item.owner === owner() && !underWay.has(item.client_id);
  const next = () => items.get().find(isTurnOf);
  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => void sendWaiting(), POLLING_INTERVAL);
  }

  function load() {
    const mine = owner();
    const stored = Object.keys(storage)
      .filter((key) => key.includes('.outbox.'))
      .map((key) => JSON.parse(storage.getItem(key) ?? 'null') as OutboxItem | null)
      .filter((item) => item !== null && item.owner === mine)
      .map((item) => (item!.status === 'failed' ? item! : { ...item!, status: 'waiting' as const }))
      .sort((a, b) => a.created.localeCompare(b.created));
    items.set(stored);
    void sendWaiting();
  }

  let known = owner();
  load();
  session.subscribe(() => {
    if (known === owner()) return;
    known = owner();
    load();
  });
  connection.subscribe(() => isConnected(connection.get()) && void sendWaiting());

  return {
    items,
    add(parts) {
      const item: OutboxItem = {
        ...parts,
        client_id: String(parts.input['client_id']),
        owner: owner() ?? '',
        created: new Date().toISOString(),
        status: 'sending',
      };
      storage.setItem(storedKey(item), JSON.stringify(item));
      items.set((now) => [...now, item]);
      void sendWaiting();
      return item;
    },
    retry(clientId) {
      const item = items.get().find(({ client_id }) => client_id === clientId);
      if (item) void send(item);
    },
    discard(clientId) {
      const item = items.get().find(({ client_id }) => client_id === clientId);
      if (item) forget(item);
    },
    onSent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

interface OutboxOptions<C extends Call> {
  /** Calls to refetch once an item is sent. */
  invalidates?: readonly Call[];
  /** Replaces the item with the server's reply, before the item is removed. */
  onSent?: (reply: CallReply<C>, item: OutboxItem<CallInput<C>>) => void;
}

/**
 * Sends creates that must not get lost: `send(input, files)` adds an item at once, which survives a reload and an outage.
 * The call must be idempotent; this hook adds its `client_id`.
 */
export function useOutbox<C extends Call>(call: C, { invalidates = [], onSent }: OutboxOptions<C> = {}) {
  const { outbox } = useKit();
  const module = useModuleId();
  const all = useStore(outbox.items);
  const items = useMemo(
    () => all.filter((item) => item.call.name === call.name && item.module === module) as OutboxItem<CallInput<C>>[],
    [all, call, module],
  );
  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  });
  useEffect(
    () =>
      outbox.onSent((item, reply) => {
        if (item.call.name === call.name) latest.current?.(reply as CallReply<C>, item as OutboxItem<CallInput<C>>);
      }),
    [outbox, call],
  );
  const send = (input: Omit<CallInput<C>, 'client_id'>, files: readonly KeptFile[] = []) =>
    outbox.add({
      module,
      ...(files.length > 0 && { files }),
      call: { name: call.name, method: call.method, path: call.path },
      input: { ...input, client_id: crypto.randomUUID() },
      invalidates: invalidates.map((stale) => String(queryKey(stale)[0])),
    });
  return { items, send, retry: outbox.retry, discard: outbox.discard };
}

/** The unsent items of a call, of all modules. */
export function useUnsent<C extends Call>(call: C): readonly OutboxItem<CallInput<C>>[] {
  const all = useStore(useKit().outbox.items);
  return useMemo(() => all.filter((item) => item.call.name === call.name) as OutboxItem<CallInput<C>>[], [all, call]);
}

/**
 * The member's drafts of the current workplace in this browser, of all modules: see {@link useDraft} for their keys. Read again when another window changes
 * one, and when `open` changes: the place whose draft this window may be changing.
 */
export function useDrafts(open: string | undefined): ReadonlyMap<string, string> {
  const { storage, session } = useKit();
  const { user: member, workplace } = session.get();
  const user = member?.id ?? '';
  const [changes, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    window.addEventListener('storage', count);
    return () => window.removeEventListener('storage', count);
  }, []);
  // `open` and `changes` tell when the storage may differ.
  return useMemo(
    () => (void open, void changes, draftsOf(storage, user, workplace)),
    [storage, user, workplace, open, changes],
  );
}

/**
 * Text that survives a reload, e.g. of a composer: `[text, setText]`. Empty text is no draft. It belongs to the member and the
 * workplace: the group '0' exists in each.
 * @param key identifies the draft within the module, e.g. `conversation/42`
 */
export function useDraft(key: string): [text: string, set: (text: string) => void] {
  const { storage, session } = useKit();
  const { user, workplace } = session.get();
  const stored = draftKey(useModuleId(), 'draft', user?.id ?? '', `${workplace}.${key}`);
  const [draft, setDraft] = useState(() => ({ stored, text: storage.getItem(stored) ?? '' }));
  const text = draft.stored === stored ? draft.text : (storage.getItem(stored) ?? '');
  const set = useCallback(
    (next: string) => {
      if (next === '') storage.removeItem(stored);
      else storage.setItem(stored, next);
      setDraft({ stored, text: next });
    },
    [storage, stored],
  );
  return [text, set];
}
