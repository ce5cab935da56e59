import {
  markNotificationsRead,
  notificationKinds,
  type Notification,
  readNotifications,
} from '@paddock/contract/calls/notifications';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { NewDot } from '@paddock/ui/badge';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow } from '@paddock/ui/row';
import {
  AtSign,
  Bell,
  CalendarDays,
  ChartBarBig,
  ClipboardCheck,
  Flag,
  type LucideIcon,
  MessageSquare,
  Pin,
  Tag,
  ThumbsUp,
  UserCheck,
  UserPlus,
  Users,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import column from '../list-column.module.css';
import styles from './notifications.module.css';

const COUNT = 20;
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
  sponsor_new: Pin,
  sponsor_acknowledge: ClipboardCheck,
  sponsor_reminder: ClipboardCheck,
  sponsor_comment: MessageSquare,
  content_reported: Flag,
  report_kept: Flag,
  report_deleted: Flag,
  content_deleted: Flag,
};

/** The member's notifications, newest first. One that was new on opening keeps its mark until the page closes. */
export function Notifications() {
  const t = useText();
  const back = useBack();
  const cache = useCallCache();
  const { mutate: markRead } = useCallMutation(markNotificationsRead, {
    // The menu's badge reads a page of one row.
    onSuccess: ({ unread }) => cache.update(readNotifications, { count: 1 }, (reply) => ({ ...reply, unread })),
  });
  const query = useCallInfinite(
    readNotifications,
    { count: COUNT },
    { live: true, next: ({ next }) => (next === undefined ? null : { before: next }) },
  );
  useRealtime('posting_notification', () => void cache.refresh(readNotifications, { count: COUNT }));

  const all = query.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const rows = all.filter(({ kind }) => kind in notificationKinds);
  const unread = all.filter(({ read }) => !read).map(({ id }) => id);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const newest = unread.length > 0 ? all[0]?.id : undefined;
  const see = useEffectEvent(() => {
    setSeen((now) => [...new Set([...now, ...unread])]);
    if (newest !== undefined && document.visibilityState === 'visible') markRead({ id: newest });
  });
  useEffect(() => {
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [newest]);

  return (
    <Pane label={t('notifications.title')} surface="canvas">
      <ScreenHeader title={t('notifications.title')} column back={{ label: t('back'), onPress: back }} />
      <Scroll className={column.scroll}>
        <div className={column.column}>
          <List
            id="notices"
            label={t('notifications.title')}
            rows={rows}
            rowKey={({ id }) => id}
            query={query}
            shape="row"
            divider="icon"
            empty={t('notifications.nothing_new')}
            render={(notification) => (
              <Row notification={notification} isNew={!notification.read || seen.includes(notification.id)} />
            )}
          />
        </div>
      </Scroll>
    </Pane>
  );
}

function Row({ notification, isNew }: { notification: Notification; isNew: boolean }) {
  const t = useText();
  const format = useFormat();
  const { kind, facts, address, created } = notification;
  return (
    <ListRow
      {...(address !== undefined && { href: `#${address}`, chevron: true })}
      icon={icons[kind] ?? Bell}
      className={styles.row}
      strong={isNew}
      title={t(`notifications.kinds.${messageKey(notification)}`, { ...isolated(facts), count: others(facts) })}
      sub={format.relative(created)}
      end={isNew && <NewDot label={t('notifications.new')} />}
    />
  );
}

/** A direct chat has no name. */
const messageKey = ({ kind, facts }: Notification) => (facts['where'] === '' ? `${kind}_direct` : kind);
/** Isolates names, so that they do not change the direction of the sentence. */
const isolated = (facts: Notification['facts']) =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, `\u2068${fact}\u2069`]));
/** The number of members besides the named one. */
const others = (facts: Notification['facts']) => Math.max(0, Number(facts['count'] ?? 1) - 1);
