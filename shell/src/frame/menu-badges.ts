import { readNotifications } from '@paddock/contract/calls/notifications';
import { deskTotal, useDeskCounts } from '@paddock/mfe-kit/desk-counts';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useStore } from '@paddock/mfe-kit/store';
import { useEffect } from 'react';

export interface MenuCounts {
  notifications: number;
  /** The number of items on the admin's desk; undefined for other members. */
  desk: number | undefined;
}

/** Requests a page of one row: only the count is needed. */
const oneRow = { count: 1 };

/** The member's unread notifications and, for an admin, what waits on the desk. */
export function useMenuBadges(): MenuCounts {
  const boot = useStore(useKit().deployment);
  const cache = useCallCache();
  const enabled = linkAddress(boot, 'account.notifications', {}) !== null;
  const { data } = useCallQuery(readNotifications, oneRow, { live: true, enabled });
  const desk = useDeskCounts();
  useRealtime('posting_notification', ({ unread }) => {
    cache.update(readNotifications, oneRow, (reply) => ({ ...reply, unread }));
  });
  return { notifications: data?.unread ?? 0, desk: desk && deskTotal(desk) };
}

/** Reports the counts to the frame, which loads this after the first screen. */
export function MenuBadges({ onChange }: { onChange: (counts: MenuCounts) => void }): null {
  const { notifications, desk } = useMenuBadges();
  useEffect(() => onChange({ notifications, desk }), [onChange, notifications, desk]);
  return null;
}
