import { readPush, registerDevice, unregisterDevice } from '@paddock/contract/calls/push';
import type { Kit } from '@paddock/mfe-kit/kit-context';

/**
 * Keeps the browser's push subscription that of this session: registers it again at the start and after the browser renewed it, and ends it
 * with the session, so that the next member on this browser gets nothing of the former one.
 *
 * @param atStart false while Settings is turning push messages on
 */
export function followPush(kit: Kit, atStart: boolean): void {
  const { session, realtime } = kit;
  let last = session.get().token;
  session.subscribe(() => {
    const { token } = session.get();
    if (token === last) return;
    last = token;
    void renew(kit);
  });
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ address?: string }>) => {
    if (data.address === undefined) void renew(kit);
    else window.location.hash = data.address;
  });
  // The worker sends again what was pressed before.
  navigator.serviceWorker.controller?.postMessage({ listens: true });
  realtime.on('posting_notification', ({ unread }) => {
    if (unread === 0) void closeMessages(session.get().workplace);
  });
  if (atStart) void renew(kit);
}

/** Without a reply nothing changes: the next start tries again. */
async function renew({ api, platform, session }: Kit): Promise<void> {
  const { token, user } = session.get();
  if (token === null || user === null) return end(platform);
  try {
    const { key, registered } = await api.call(readPush, {});
    if (session.get().token !== token) return;
    if (!registered) return await end(platform);
    if (platform.push.permission() !== 'granted') {
      await end(platform);
      await api.call(unregisterDevice, { id: user.id });
      return;
    }
    const { endpoint = '', keys = {} } = await platform.push.subscribe(key);
    // Signed out meanwhile: its own pass ends the subscription.
    if (session.get().token !== token) return;
    await api.call(registerDevice, { id: user.id, endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' });
  } catch {
    return;
  }
}

const end = ({ push }: Kit['platform']) => push.unsubscribe().catch(() => undefined);

/** Closes the shown messages of a workplace and of the community, after their notifications were read in any window. */
async function closeMessages(workplace: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const { address } = shown.data as { address: string };
    const place = new URLSearchParams(address.split('?')[1]).get('workplace');
    if (place === null || place === workplace) shown.close();
  }
}
