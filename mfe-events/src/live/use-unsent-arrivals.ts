import { useKit } from '@paddock/mfe-kit/kit-context';
import { useConnection, useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useCallback, useEffect } from 'react';

/**
 * Sends the arrivals that a gate left on this device, when the tab opens and when the connection is back; removes those of a deleted
 * event.
 */
export function useLeftArrivals() {
  const kit = useKit();
  const { user: member, workplace } = useSession();
  const user = member?.id;
  const connection = useConnection();
  const send = useCallback(async () => {
    if (user === undefined) return;
    // Few members have been at a gate: the others load nothing.
    const databases = (await globalThis.indexedDB?.databases?.()) ?? [];
    if (!databases.some(({ name }) => name === `mfe-events.arrivals.${user}`)) return;
    const { sendLeftArrivals } = await import('../check-in/send-arrivals');
    await sendLeftArrivals(kit, { user, workplace });
  }, [kit, user, workplace]);
  useEffect(() => {
    send().catch(() => undefined);
  }, [send, connection]);
  useRealtime('deleting_event', () => void send().catch(() => undefined));
}
