import { isolate } from '@paddock/contract/core/isolate';
import { type AuditEntry, readAudit } from '@paddock/contract/calls/moderation';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { Banner } from '@paddock/ui/banner';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow } from '@paddock/ui/row';
import { Empty } from '@paddock/ui/state';
import {
  Ban,
  Check,
  DoorOpen,
  type LucideIcon,
  Pencil,
  ShieldMinus,
  ShieldOff,
  ShieldPlus,
  Trash2,
  UserX,
} from 'lucide-react';
import column from '../list-column.module.css';

const icons: Record<AuditEntry['action'], LucideIcon> = {
  report_kept: Check,
  report_deleted: Trash2,
  access_granted: DoorOpen,
  access_denied: Ban,
  shout_deleted: Trash2,
  member_banned: Ban,
  member_unbanned: DoorOpen,
  member_terminated: UserX,
  member_edited: Pencil,
  admin_granted: ShieldPlus,
  admin_revoked: ShieldMinus,
  workplace_admin_granted: ShieldPlus,
  workplace_admin_revoked: ShieldMinus,
  admin_by_link: ShieldPlus,
  admin_revoked_by_operator: ShieldMinus,
  totp_lifted: ShieldOff,
};

/** The acts of the workplace's admins, newest first. */
export function Audit() {
  const t = useText();
  const back = useBack('/main/admin');
  const cache = useCallCache();
  const query = useCallInfinite(
    readAudit,
    { count: 30 },
    { live: true, next: ({ next }) => (next === null ? null : { before: next }) },
  );
  useRealtime('updating_reports', () => void cache.refresh(readAudit));
  const pages = query.data?.pages ?? [];
  return (
    <Pane label={t('audit.title')} surface="canvas">
      <ScreenHeader title={t('audit.title')} column back={{ label: t('audit.back'), onPress: back }} />
      <Scroll className={column.scroll}>
        <div className={column.column}>
          {pages.some(({ intact }) => !intact) && <Banner kind="bad">{t('audit.broken')}</Banner>}
          <List
            id="audit"
            label={t('audit.title')}
            rows={pages.flatMap(({ entries }) => entries)}
            rowKey={({ seq }) => String(seq)}
            query={query}
            shape="row"
            divider="icon"
            empty={<Empty title={t('audit.empty')} text={t('audit.empty_text')} />}
            render={(entry) => <EntryRow entry={entry} />}
          />
        </div>
      </Scroll>
    </Pane>
  );
}

/** One act of an admin. */
export function EntryRow({ entry: { action, admin, member, reason, at } }: { entry: AuditEntry }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const nameOf = (card: AuditEntry['admin']) => isolate(card?.fullname ?? t('queue.gone_author'));
  return (
    <ListRow
      icon={icons[action]}
      title={t(`audit.actions.${action}`, { admin: nameOf(admin), member: nameOf(member) })}
      sub={
        <>
          {format.relative(at, now)}
          {reason && (
            <>
              {' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </>
      }
    />
  );
}
