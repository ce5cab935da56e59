import type { Call, CallInput, CallReply } from '@paddock/contract/core/call';
import { minuteMs } from '@paddock/contract/core/durations';
import {
  hashKey,
  type InfiniteData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueries,
  type UseMutationOptions,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { ApiError, asApiError } from '../kit/api-error';
import { useKit } from '../kit/kit-context';
import { POLLING_INTERVAL, useConnection } from '../realtime/realtime';

/** The page's cache of server state; emptied when session or workplace change. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The API client knows better than navigator.onLine whether the server replies.
      queries: { networkMode: 'always', staleTime: 10_000, gcTime: 10 * minuteMs, retry: retryPassing },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** A call without a reply for 10 s is not retried: that would double the wait. */
function retryPassing(count: number, error: unknown): boolean {
  const { code, passing } = asApiError(error);
  return count < 1 && passing && code !== 'NO_REPLY';
}

/** The query key of a call: its name, then its input. The name alone matches every input. */
export function queryKey<C extends Call>(call: C, input?: CallInput<C>): readonly unknown[] {
  return input === undefined ? [call.name] : [call.name, input];
}

interface Live<C extends Call> {
  /**
   * Polls every 6 s without a socket (A §9). For data that realtime events update: they do so only while it is mounted, so it is
   * refetched on each mount.
   */
  live?: boolean;
  /** With `live`: polls also with a socket while this returns true for the (first) reply. For readers that its events do not reach. */
  polls?: (reply: CallReply<C>) => boolean;
}

/** The reply to a call, cached, shared and refreshed. */
export function useCallQuery<C extends Call, T = CallReply<C>>(
  call: C,
  input: CallInput<C>,
  {
    live = false,
    polls,
    ...options
  }: Live<C> &
    Pick<
      UseQueryOptions<CallReply<C>, ApiError, T>,
      'enabled' | 'select' | 'staleTime' | 'placeholderData' | 'refetchInterval'
    > = {},
) {
  const { api } = useKit();
  const polling = useConnection() !== 'live';
  return useQuery<CallReply<C>, ApiError, T>({
    queryKey: queryKey(call, input),
    queryFn: ({ signal }) => api.call(call, input, { signal }),
    refetchInterval: ({ state: { data } }) => live && (polling || (data && polls?.(data))) && POLLING_INTERVAL,
    refetchOnMount: live ? 'always' : true,
    ...options,
  });
}

/** One call with any number of inputs; each reply is cached as in {@link useCallQuery}. */
export function useCallQueries<C extends Call>(call: C, inputs: readonly CallInput<C>[]) {
  const { api } = useKit();
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: queryKey(call, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.call(call, input, { signal }),
      // Callers pass the results on, so property tracking cannot see which ones are read.
      notifyOnChangeProps: 'all' as const,
    })),
  });
}

interface InfiniteOptions<C extends Call> extends Live<C> {
  /** The input that the next page adds to the first one's; null at the end. `added` is what this page has added. */
  next: (page: CallReply<C>, added: Partial<CallInput<C>>) => Partial<CallInput<C>> | null;
  /** The same for the page before the first one, of a list that grows at both ends. */
  previous?: (page: CallReply<C>) => Partial<CallInput<C>> | null;
  /**
   * For pages that are spans: the input with which a refresh reads a loaded page. Without it `next` derives each page from the one
   * before it, as cursors need, and an unchanged first page means an unchanged list.
   */
  reread?: ((loaded: LoadedPage<C>) => Partial<CallInput<C>>) | undefined;
  /** With `reread`: the index of the loaded page that a poll reads, to see whether the list has changed; by default the first one. */
  polled?: ((pages: readonly CallReply<C>[]) => number) | undefined;
  enabled?: boolean;
}

/** A page that a refresh reads again, with the input that it has added to the first one's. */
export interface LoadedPage<C extends Call> {
  page: CallReply<C>;
  added: Partial<CallInput<C>>;
  /** The page before it as the refresh has read it; undefined for the first page and in a poll. */
  before: CallReply<C> | undefined;
}

type Pages<C extends Call> = InfiniteData<CallReply<C>, Partial<CallInput<C>>>;

/** The pages of a paged call. The caller flat-maps `pages`. */
export function useCallInfinite<C extends Call>(call: C, input: CallInput<C>, options: InfiniteOptions<C>) {
  const { api } = useKit();
  const { live = false, polls, next, previous, reread, polled, enabled = true } = options;
  const client = useQueryClient();
  const key = queryKey(call, input);
  const query = useInfiniteQuery<
    CallReply<C>,
    ApiError,
    InfiniteData<CallReply<C>>,
    readonly unknown[],
    Partial<CallInput<C>>
  >({
    queryKey: key,
    queryFn: ({ signal, pageParam }) => api.call(call, Object.assign({}, input, pageParam), { signal }),
    initialPageParam: {},
    getNextPageParam: (page, { length }, added) => {
      // A refresh passes only the pages that it has read so far; the cache has all.
      const all = reread && client.getQueryData<Pages<C>>(key);
      const loaded = all?.pages[length];
      return loaded ? reread!({ page: loaded, added: all.pageParams[length]!, before: page }) : next(page, added);
    },
    ...(previous && { getPreviousPageParam: (page: CallReply<C>) => previous(page) }),
    refetchOnMount: !live,
    enabled,
  });
  const reset = useEffectEvent(() => void client.resetQueries({ queryKey: key, exact: true }));
  // The cursor's shout was deleted: restart from the first page (A §8).
  const isCursorLost =
    (query.isFetchNextPageError || query.isFetchPreviousPageError) && query.error.code === 'SHOUT_NOT_FOUND';
  useEffect(() => {
    if (isCursorLost) reset();
  }, [isCursorLost]);
  const first = query.data?.pages[0];
  const isPolled = first && polls?.(first);
  useFirstPage(call, input, { live: live && enabled, isPolled, reread, polled });
  return query;
}

/**
 * Refreshes a paged query by its first page, or the polled one of spans: refetches the others only when that one has changed, since a
 * member may have loaded dozens. On a mount it refetches all spans: each may have changed since the last visit.
 */
function useFirstPage<C extends Call>(
  call: C,
  input: CallInput<C>,
  {
    live,
    isPolled,
    reread,
    polled,
  }: Pick<InfiniteOptions<C>, 'reread' | 'polled'> & { live: boolean; isPolled: boolean | undefined },
): void {
  const { api } = useKit();
  const client = useQueryClient();
  const polling = useConnection() !== 'live' || isPolled;
  const key = queryKey(call, input);
  const address = hashKey(key);
  const ask = useEffectEvent(async (isPoll: boolean): Promise<unknown> => {
    const known = () => client.getQueryData<Pages<C>>(key);
    if (client.isFetching({ queryKey: key, exact: true }) > 0) return undefined;
    const before = known();
    if ((isPoll || !reread) && before !== undefined && before.pages.length > 1) {
      const at = polled?.(before.pages) ?? 0;
      const [page, added] = [before.pages[at]!, before.pageParams[at]!];
      const own = reread ? reread({ page, added, before: undefined }) : added;
      const first = await api.call(call, Object.assign({}, input, own)).catch(asApiError);
      // In an outage each poll makes one request, and the pages do not count as read since the mount.
      if (first instanceof ApiError && first.passing) return undefined;
      // What was cached counts as read since the mount: it is what the server has.
      if (!(first instanceof ApiError) && hashKey([first]) === hashKey([known()?.pages[at]]))
        return client.setQueryData(key, known());
    }
    return client.invalidateQueries({ queryKey: key, exact: true });
  });
  useEffect(() => {
    if (live) void ask(false);
  }, [live, address]);
  useEffect(() => {
    if (!live || !polling) return;
    const timer = setInterval(() => void ask(true), POLLING_INTERVAL);
    return () => clearInterval(timer);
  }, [live, polling]);
}

interface MutationOptions<C extends Call, Undo> extends Pick<
  UseMutationOptions<CallReply<C>, ApiError, CallInput<C>, Undo>,
  'onMutate' | 'onSuccess' | 'onError'
> {
  /** Calls to refetch afterwards, also after a failure: lists refresh after a change. */
  invalidates?: readonly Call[];
}

/** A call that changes data. `onMutate` shows the change at once and returns what `onError` needs to undo it. */
export function useCallMutation<C extends Call, Undo = unknown>(
  call: C,
  { invalidates = [], ...options }: MutationOptions<C, Undo> = {},
) {
  const { api } = useKit();
  const client = useQueryClient();
  return useMutation<CallReply<C>, ApiError, CallInput<C>, Undo>({
    mutationFn: (input) => api.call(call, input),
    onSettled: () => Promise.all(invalidates.map((stale) => client.invalidateQueries({ queryKey: queryKey(stale) }))),
    ...options,
  });
}

/**
 * Cached replies by call, for realtime events and optimistic updates. A change is applied again to the reply of a request that is in
 * flight, since that reply may be older than the event; so applying it twice must have the effect of applying it once.
 */
export interface CallCache {
  /** Changes a cached reply. */
  update<C extends Call>(call: C, input: CallInput<C>, change: (reply: CallReply<C>) => CallReply<C>): void;
  /** The same for a paged call ({@link useCallInfinite}). */
  updatePages<C extends Call>(
    call: C,
    input: CallInput<C>,
    change: (page: CallReply<C>, index: number) => CallReply<C>,
  ): void;
  /** The cached reply, for an undo. */
  read<C extends Call>(call: C, input: CallInput<C>): CallReply<C> | undefined;
  /** Cancels pending requests, so that an old reply does not overwrite an optimistic update. */
  cancel(call: Call): Promise<void>;
  /** Refetches a call: every cached input, or one. */
  refresh<C extends Call>(call: C, input?: CallInput<C>): Promise<void>;
}

function changeData<T>(client: QueryClient, key: readonly unknown[], change: (data: T) => T): void {
  const apply = () => void client.setQueryData<T>(key, (data) => data && change(data));
  apply();
  // Pending when a request is in flight. TanStack Query stores its reply before this runs.
  void client
    .getQueryCache()
    .find({ queryKey: key })
    ?.promise?.then(apply, () => undefined);
}

/** The page's cached replies. The result is the same object on each render, so effects may depend on it. */
export function useCallCache(): CallCache {
  const client = useQueryClient();
  return useMemo(
    () => ({
      update: (call, input, change) => changeData(client, queryKey(call, input), change),
      updatePages: (call, input, change) =>
        changeData<InfiniteData<CallReply<typeof call>>>(client, queryKey(call, input), (data) => ({
          ...data,
          pages: data.pages.map(change),
        })),
      read: (call, input) => client.getQueryData(queryKey(call, input)),
      cancel: (call) => client.cancelQueries({ queryKey: queryKey(call) }),
      refresh: (call, input) => client.invalidateQueries({ queryKey: queryKey(call, input) }),
    }),
    [client],
  );
}
