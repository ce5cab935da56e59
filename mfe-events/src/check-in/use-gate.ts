import { readCheckIn } from '@paddock/contract/calls/event-check-in';
import { type ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import { deviceNow } from '@paddock/mfe-kit/clock';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useConnection, useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CheckIn, Unsent } from './gate-store';
import { sendArrivals, storeOf } from './send-arrivals';

const retryMs = 6000;

/**
 * The list of a gate, as read last, with the arrivals of this device. Arrivals are kept at once and sent when the service replies.
 * `onRefused` gets the members whom the service does not admit.
 */
export function useGate(event: string, onRefused: (users: readonly string[]) => void) {
  const kit = useKit();
  const { api } = kit;
  const { user: member, workplace } = useSession();
  const store = storeOf(kit, member?.id ?? '');
  const cache = useCallCache();
  const connection = useConnection();
  const query = useCallQuery(readCheckIn, { id: event }, { live: true });
  const [kept, setKept] = useState<CheckIn>();
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  /** The reason of a refusal of this gate's arrivals: sending them again by itself cannot help. */
  const [failure, setFailure] = useState<ApiError>();
  const underWay = useRef(false);
  const readAgain = useCallback(() => cache.refresh(readCheckIn, { id: event }), [cache, event]);

  useRealtime('updating_event', (update) => {
    if (update.event.id === event) void readAgain();
  });
  const { data } = query;
  useEffect(() => {
    if (data) void store.keepGate({ event, workplace, checkIn: data });
    else void store.gate(event).then(setKept);
  }, [store, event, workplace, data]);

  const show = useCallback(async () => setUnsent(await store.unsent(event)), [store, event]);
  const send = useCallback(async () => {
    if (underWay.current) return;
    underWay.current = true;
    try {
      if ((await store.unsent(event)).length === 0) return setFailure(undefined);
      await sendArrivals({ api, store }, event, onRefused);
      setFailure(undefined);
      await readAgain();
    } catch (error) {
      // Those that were not sent stay.
      const reason = asApiError(error);
      setFailure(reason.passing || reason.code === 'TOO_MANY_REQUESTS' ? undefined : reason);
    } finally {
      underWay.current = false;
      await show();
    }
  }, [api, store, event, onRefused, readAgain, show]);

  useEffect(() => {
    void show().then(send);
  }, [show, send, connection]);
  const isWaiting = unsent.length > 0 && !failure;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void send(), retryMs);
    return () => clearInterval(timer);
  }, [isWaiting, send]);

  const arrive = useCallback(
    async (user: string, pass?: string) => {
      await store.add({ event, user, at: new Date(deviceNow()).toISOString(), ...(pass !== undefined && { pass }) });
      await show();
      void send();
    },
    [store, event, show, send],
  );
  const discard = useCallback(async () => {
    await store.remove(await store.unsent(event));
    setFailure(undefined);
    await show();
  }, [store, event, show]);
  const checkIn = data ?? kept;
  /** When each member arrived, as this device knows. */
  const arrived = useMemo(() => {
    const times = new Map(checkIn?.expected.flatMap((one) => (one.arrived ? [[one.user, one.arrived]] : [])));
    for (const { user, at } of unsent) {
      const known = times.get(user);
      if (known === undefined || at < known) times.set(user, at);
    }
    return times;
  }, [checkIn, unsent]);
  return { query, checkIn, arrived, unsent, failure, send, discard, arrive, readAgain };
}
export type Gate = ReturnType<typeof useGate>;
