import { isolate } from '@paddock/contract/core/isolate';
import {
  markNotificationsRead,
  notificationKinds,
  type Notification,
  readNotifications,
} from '@paddock/contract/calls/notifications';
import type { Slots } from '@paddock/contract/core/links';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { NewDot } from '@paddock/ui/badge';
import { IconButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow, SectionHead } from '@paddock/ui/row';
import {
  AtSign,
  Bell,
  CalendarDays,
  ChartBarBig,
  CheckCheck,
  ClipboardCheck,
  CreditCard,
  DoorClosed,
  DoorOpen,
  FileText,
  Flag,
  type LucideIcon,
  MessageSquare,
  Pin,
  Receipt,
  Settings2,
  Tag,
  ThumbsUp,
  UserCheck,
  UserPlus,
  Users,
  Wallet,
} from 'lucide-react';
import column from '../list-column.module.css';
import styles from './notifications.module.css';

const page = { count: 20 };
const oneRow = { count: 1 };
const icons: Readonly<Record<string, LucideIcon>> = {
  mention: AtSign,
  like: ThumbsUp,
  own_poll_ended: ChartBarBig,
  poll_ended: ChartBarBig,
  access_requested: UserPlus,
  access_granted: UserCheck,
  group_joined: Users,
  group_requested: UserPlus,
  event_new: CalendarDays,
  event_organizer: CalendarDays,
  event_changed: CalendarDays,
  timetable_shifted: CalendarDays,
  event_cancelled: CalendarDays,
  event_place: CalendarDays,
  comment: MessageSquare,
  event_comment: MessageSquare,
  classified_new: Tag,
  classified_ending: Tag,
  file_new: FileText,
  booking_requested: DoorOpen,
  booking_confirmed: DoorOpen,
  booking_rejected: DoorClosed,
  booking_cancelled: DoorClosed,
  booking_released: DoorClosed,
  due_new: Wallet,
  due_reminder: Wallet,
  due_paid: Receipt,
  due_refunded: Receipt,
  sponsor_new: Pin,
  sponsor_acknowledge: ClipboardCheck,
  sponsor_reminder: ClipboardCheck,
  sponsor_comment: MessageSquare,
  content_reported: Flag,
  report_kept: Flag,
  report_deleted: Flag,
  content_deleted: Flag,
  plan_payment_failed: CreditCard,
  plan_ended: CreditCard,
};

/** The page of notifications, on a phone. */
export function Notifications() {
  const t = useText();
  const back = useBack();
  const { rows, ...list } = useNotifications();
  return (
    <Pane label={t('notifications.title')} surface="canvas">
      <ScreenHeader
        title={t('notifications.title')}
        column
        back={{ label: t('back'), onPress: back }}
        actions={<Actions {...list} />}
      />
      <Scroll className={column.scroll}>
        <div className={column.column}>
          <NotificationList rows={rows} {...list} />
        </div>
      </Scroll>
    </Pane>
  );
}

/** The slot `account.notifications`: the same in a panel of the frame. */
export function NotificationsPanel({ onClose }: Slots['account.notifications']) {
  const t = useText();
  const list = useNotifications();
  return (
    <Pane label={t('notifications.title')}>
      <ScreenHeader title={t('notifications.title')} level={2} actions={<Actions {...list} onClose={onClose} />} />
      <Scroll>
        <NotificationList {...list} onClose={onClose} />
      </Scroll>
    </Pane>
  );
}

interface ActionsProps extends Pick<ReturnType<typeof useNotifications>, 'unread' | 'markAll'> {
  onClose?: (() => void) | undefined;
}

function Actions({ unread, markAll, onClose }: ActionsProps) {
  const t = useText();
  return (
    <>
      {unread > 0 && <IconButton icon={CheckCheck} label={t('notifications.mark_all')} onPress={markAll} />}
      <IconButton
        icon={Settings2}
        label={t('notifications.settings')}
        href="#/main/settings/notifications"
        onPress={() => onClose?.()}
      />
    </>
  );
}

/** The member's notifications, newest first. Opening one marks it as read. */
function useNotifications() {
  const cache = useCallCache();
  const { mutate } = useCallMutation(markNotificationsRead, {
    onSuccess({ unread }) {
      // The frame's badge reads a page of one row.
      cache.update(readNotifications, oneRow, (reply) => ({ ...reply, unread }));
      void cache.refresh(readNotifications, page);
    },
  });
  const query = useCallInfinite(readNotifications, page, {
    live: true,
    next: ({ next }) => (next === undefined ? null : { before: next }),
  });
  useRealtime('posting_notification', () => void cache.refresh(readNotifications, page));
  const all = query.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  return {
    query,
    rows: all.filter(({ kind }) => kind in notificationKinds),
    unread: query.data?.pages[0]?.unread ?? 0,
    markAll: () => all[0] && mutate({ id: all[0].id }),
    markOne: (id: string) => mutate({ id, only: true }),
  };
}

interface NotificationListProps extends Pick<ReturnType<typeof useNotifications>, 'query' | 'rows' | 'markOne'> {
  onClose?: (() => void) | undefined;
}

function NotificationList({ query, rows, markOne, onClose }: NotificationListProps) {
  const t = useText();
  const day = useDayName();
  return (
    <List
      id="notices"
      label={t('notifications.title')}
      rows={withDays(rows, day)}
      rowKey={(row) => ('head' in row ? `head/${row.head}` : row.id)}
      isHead={(row) => 'head' in row}
      query={query}
      shape="row"
      divider="icon"
      empty={t('notifications.nothing_new')}
      render={(row) =>
        'head' in row ? (
          <SectionHead>{row.head}</SectionHead>
        ) : (
          <Row
            notification={row}
            onOpen={() => {
              if (!row.read) markOne(row.id);
              onClose?.();
            }}
          />
        )
      }
    />
  );
}

/** 'Today', 'Yesterday', or the date. */
function useDayName(): (instant: string) => string {
  const t = useText();
  const format = useFormat();
  const before = new Date(useNow());
  const today = format.day(before, undefined, true);
  before.setDate(before.getDate() - 1);
  const yesterday = format.day(before, undefined, true);
  return (instant) => {
    const day = format.day(instant, undefined, true);
    if (day === today) return t('notifications.today');
    return day === yesterday ? t('notifications.yesterday') : format.day(instant);
  };
}

/** The rows, with a heading before the first one of each day. */
function withDays(
  rows: readonly Notification[],
  day: (instant: string) => string,
): (Notification | { head: string })[] {
  return rows.flatMap((row, at) => {
    const head = day(row.created);
    const isFirst = at === 0 || day(rows[at - 1]!.created) !== head;
    return isFirst ? [{ head }, row] : [row];
  });
}

function Row({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const t = useText();
  const format = useFormat();
  const { kind, facts, address, created, read } = notification;
  return (
    <ListRow
      {...(address !== undefined && { href: `#${address}`, chevron: true })}
      icon={icons[kind] ?? Bell}
      className={read ? styles.row : styles.unread}
      strong={!read}
      onPress={onOpen}
      title={t(`notifications.kinds.${messageKey(notification)}`, { ...isolated(facts), count: others(facts) })}
      sub={format.relative(created)}
      end={!read && <NewDot label={t('notifications.new')} />}
    />
  );
}

/** A direct chat has no name; a due may have no last day. */
const messageKey = ({ kind, facts }: Notification) =>
  facts['where'] === '' ? `${kind}_direct` : facts['day'] === '' ? `${kind}_undated` : kind;
/** Isolates names, so that they do not change the direction of the sentence. */
const isolated = (facts: Notification['facts']) =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, isolate(String(fact))]));
/** The number of members besides the named one. */
const others = (facts: Notification['facts']) => Math.max(0, Number(facts['count'] ?? 1) - 1);
