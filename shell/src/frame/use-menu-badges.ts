import { readApplicants } from '@paddock/contract/calls/approval';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useStore } from '@paddock/mfe-kit/store';

export interface MenuBadge {
  id: 'notifications' | 'applicants';
  address: string;
  count: number;
}

/** Requests a page of one row: only the count is needed. */
const oneRow = { count: 1 };

/** Badges of the menu's own pages: the member's notifications and, for an admin, members waiting for approval. */
export function useMenuBadges(enabled: boolean): MenuBadge[] {
  const { deployment, session } = useKit();
  const boot = useStore(deployment);
  const { user, workplace } = useStore(session);
  const cache = useCallCache();
  const notifications = linkAddress(boot, 'account.notifications', {});
  const canApprove = boot.flags.admin_approval_required && user !== null && isWorkplaceAdmin(user, workplace);
  const applicants = canApprove ? linkAddress(boot, 'account.applicants', {}) : null;

  const notificationsRead = useCallQuery(readNotifications, oneRow, {
    live: true,
    enabled: enabled && notifications !== null,
  });
  const applicantsRead = useCallQuery(readApplicants, oneRow, { live: true, enabled: enabled && applicants !== null });
  useRealtime('posting_notification', ({ unread }) => {
    cache.update(readNotifications, oneRow, (reply) => ({ ...reply, unread }));
    if (applicants !== null) void cache.refresh(readApplicants, oneRow);
  });
  return [
    ...(notifications === null
      ? []
      : [{ id: 'notifications' as const, address: notifications, count: notificationsRead.data?.unread ?? 0 }]),
    ...(applicants === null
      ? []
      : [{ id: 'applicants' as const, address: applicants, count: applicantsRead.data?.total ?? 0 }]),
  ];
}
