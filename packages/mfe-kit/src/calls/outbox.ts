import type { Call, CallInput, CallReply } from '@paddock/contract/core/call';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { ApiError, asApiError } from '../kit/api-error';
import { serverNow } from '../kit/clock';
import { notify } from '../kit/notify';
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
import type { PendingFile, PostedFiles, Uploads } from '../kit/uploads';
import { withLock } from './window-lock';
import { createItems, type Items, storedKey } from './outbox-items';
import { queryKey } from './queries';
import { isConnected, POLLING_INTERVAL } from '../realtime/realtime';
import { type Store, useStore } from '../kit/store';

export interface OutboxSettings {
  api: Api;
  session: SessionService;
  queryClient: QueryClient;
  connection: Store<Connection>;
  storage: Storage;
  uploads: () => Promise<Uploads>;
}

/** The time for which later items of a queue wait for the files of an earlier one: their order is worth it. */
const patienceMs = 2000;
const queueOf = ({ queue, call }: OutboxItem) => queue ?? call.name;

/** Sends an item after its files; throws without a reply, and when it is refused. */
async function deliver(item: OutboxItem, { api, storage, uploads }: OutboxSettings, list: Items): Promise<unknown> {
  const { call, input, files, client_id } = item;
  const post = async (addresses?: PostedFiles) => {
    // Either may have changed while files were uploaded or another window was sending.
    if (list.isGone(item) || item.owner !== list.owner()) throw new ApiError('NO_REPLY', '', 0);
    const reply = await api.send(call, { ...input, ...addresses });
    // Its files are removed afterwards: another window must not try to send it without them.
    storage.removeItem(storedKey(item));
    return reply;
  };
  if (!files) return post();
  const onPercent = (percent: number) => list.change(client_id, { percent });
  return (await uploads()).post(files, { send: post, onPercent });
}

/**
 * Sends the items of a queue one after another, so that they keep their order also within one round trip. Without a reply, the
 * others wait too.
 */
function createQueues(
  { items, find }: Items,
  isReady: (item: OutboxItem) => boolean,
  send: (item: OutboxItem) => Promise<void>,
) {
  const inTurn = new Set<string>();
  return async function sendQueue(queue: string) {
    if (inTurn.has(queue)) return;
    inTurn.add(queue);
    const isNext = (item: OutboxItem) => queueOf(item) === queue && isReady(item);
    try {
      for (let item = items.get().find(isNext); item; item = items.get().find(isNext)) {
        const { client_id, files } = item;
        const sent = send(item);
        await (files ? Promise.race([sent, new Promise((resolve) => setTimeout(resolve, patienceMs))]) : sent);
        if (find(client_id)?.status !== 'waiting') continue;
        items.set((now) => now.map((one) => (isNext(one) ? { ...one, status: 'waiting' } : one)));
        return;
      }
    } finally {
      inTurn.delete(queue);
    }
  };
}

/**
 * Stores unsent creates across reloads, one storage key each so that two windows never overwrite each other. Sends those of a queue in
 * the order they were written, and again when the server replies; idempotent creates prevent duplicates. A refused one is kept, but
 * sent again only by `retry`. An item with large files holds back neither other queues nor, for long, its own.
 */
export function createOutbox(settings: OutboxSettings): Outbox {
  const { session, queryClient, connection, storage } = settings;
  const list = createItems(settings);
  const { items, owner, find, change, append, forget, isGone, load } = list;
  const listeners = new Set<(item: OutboxItem, reply: unknown) => void>();
  const underWay = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function send(item: OutboxItem) {
    // Member or workplace may have changed while earlier items were sent.
    if (underWay.has(item.client_id) || item.owner !== owner()) return;
    underWay.add(item.client_id);
    change(item.client_id, { status: 'sending' });
    try {
      const reply = await withLock(`outbox.${item.client_id}`, () => deliver(item, settings, list));
      if (!find(item.client_id)) return;
      notify(listeners, item, reply);
      forget(item);
      for (const name of item.invalidates) void queryClient.invalidateQueries({ queryKey: [name] });
    } catch (error) {
      const { passing, code, message } = asApiError(error);
      if (isGone(item)) forget(item);
      else if (passing) {
        change(item.client_id, { status: 'waiting', percent: undefined });
        later();
      } else {
        const refusal = { status: 'failed' as const, error: { code, message }, percent: undefined };
        change(item.client_id, refusal);
        storage.setItem(storedKey(item), JSON.stringify({ ...item, ...refusal }));
      }
    } finally {
      underWay.delete(item.client_id);
    }
  }

  const isReady = (item: OutboxItem) =>
    item.status !== 'failed' && item.owner === owner() && !underWay.has(item.client_id);
  const sendQueue = createQueues(list, isReady, send);
  const sendWaiting = () => {
    for (const queue of new Set(items.get().filter(isReady).map(queueOf))) void sendQueue(queue);
  };
  function later() {
    clearTimeout(timer);
    timer = setTimeout(sendWaiting, POLLING_INTERVAL);
  }

  let known = owner();
  load();
  sendWaiting();
  session.subscribe(() => {
    if (known === owner()) return;
    known = owner();
    load();
    sendWaiting();
  });
  connection.subscribe(() => {
    if (!isConnected(connection.get())) return;
    // Another window may have closed before it could send its items.
    load();
    sendWaiting();
  });
  // Another window has sent or discarded some.
  globalThis.addEventListener?.('storage', ({ newValue }) => {
    if (newValue === null) items.set((now) => now.filter((item) => underWay.has(item.client_id) || !isGone(item)));
  });

  return {
    items,
    add(parts) {
      const item: OutboxItem = {
        ...parts,
        client_id: String(parts.input['client_id']),
        owner: owner() ?? '',
        created: new Date(serverNow()).toISOString(),
        status: 'sending',
      };
      append(item);
      sendWaiting();
      return item;
    },
    retry(clientId) {
      const item = find(clientId);
      if (item) void send(item);
    },
    discard(clientId) {
      const item = find(clientId);
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
  /** Items of the same queue, such as a conversation, are sent in the order they were written; by default all of the call. */
  queue?: string;
  /** Replaces the item with the server's reply, before the item is removed. */
  onSent?: (reply: CallReply<C>, item: OutboxItem<CallInput<C>>) => void;
}

/**
 * Sends creates that must not get lost: `send(input, files)` adds an item at once, which survives a reload and an outage.
 * The call must be idempotent; this hook adds its `client_id`.
 */
export function useOutbox<C extends Call>(call: C, { invalidates = [], queue, onSent }: OutboxOptions<C> = {}) {
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
  const send = (input: Omit<CallInput<C>, 'client_id'>, files: readonly PendingFile[] = []) =>
    outbox.add({
      module,
      ...(files.length > 0 && { files }),
      ...(queue !== undefined && { queue }),
      call: { name: call.name, method: call.method, path: call.path, permission: call.permission },
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
 * The member's drafts of the current workplace in this browser, of all modules: see {@link useDraft} for their keys. Read again when
 * another window changes one, and when `open` changes: the place whose draft this window may be changing.
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
 * workplace: the group '0' exists in each. Windows with the same text stay in step.
 * @param key identifies the draft within the module, e.g. `conversation/42`
 */
export function useDraft(key: string): [text: string, set: (text: string) => void] {
  const { storage, session } = useKit();
  const { user, workplace } = session.get();
  const stored = draftKey(useModuleId(), 'draft', user?.id ?? '', `${workplace}.${key}`);
  const [draft, setDraft] = useState(() => ({ stored, text: storage.getItem(stored) ?? '' }));
  const text = draft.stored === stored ? draft.text : (storage.getItem(stored) ?? '');
  // A window that shows what another one has changed follows it: a draft sent there is gone here.
  const follow = useEffectEvent(({ key, oldValue, newValue }: StorageEvent) => {
    if (key === stored && text === (oldValue ?? '')) setDraft({ stored, text: newValue ?? '' });
  });
  useEffect(() => {
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
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
