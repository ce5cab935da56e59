import type { readNotifications } from '@paddock/contract/calls/notifications';
import type { CallReply } from '@paddock/contract/core/call';
import { Badge } from '@paddock/ui/badge';
import { IconButton } from '@paddock/ui/button';
import { Bell } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useFormat, useTextsOf } from '../i18n/i18n';
import { useKit } from '../kit/kit-context';
import { useStore } from '../kit/store';
import { linkAddress } from '../navigation/navigation';

/**
 * Where the frame keeps the member's unread notifications: the query key of `readNotifications` with one row. Written out, because the
 * call would load its schemas with the first screen.
 */
export const unreadKey = ['notifications.list', { count: 1 }] as const;

/** The way to the notifications in home's header above a tab bar; the rail has its own bell. */
export function NotificationBell() {
  const t = useTextsOf('kit');
  const format = useFormat();
  const address = linkAddress(useStore(useKit().deployment), 'account.notifications', {});
  const unread = useUnread();
  const name = t('notifications');
  const spoken = t('unread', { count: unread });
  if (address === null) return null;
  return (
    <IconButton
      icon={Bell}
      label={unread > 0 ? `${name}, ${spoken}` : name}
      href={`#${address}`}
      className="above-tab-bar"
      badge={<Badge count={unread} cap={79} text={format.number(unread)} spoken={spoken} small />}
    />
  );
}

/** Only shows what the frame has requested: a query here would need the module's permission, and its function would replace the frame's. */
function useUnread(): number {
  const { queryClient } = useKit();
  const subscribe = useCallback((changed: () => void) => queryClient.getQueryCache().subscribe(changed), [queryClient]);
  return useSyncExternalStore(
    subscribe,
    () => queryClient.getQueryData<CallReply<typeof readNotifications>>(unreadKey)?.unread ?? 0,
  );
}
