import type { Sponsor } from '@paddock/contract/calls/notices';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { GroupAvatar } from '@paddock/ui/avatar';
import { NoticeCard } from '@paddock/ui/notice-card';
import { ActionSheet } from '@paddock/ui/sheet';
import { Tag } from '@paddock/ui/tag';
import { Building2, ClipboardCheck, Flag } from 'lucide-react';
import { useState } from 'react';
import type { Board } from './addresses';
import { NoticeActions } from './notice-actions';
import { NoticeBody } from './notice-body';
import styles from './notices.module.css';

interface NoticeItemProps {
  sponsor: Sponsor;
  board: Board;
  now: number;
  open: boolean;
  onToggle: () => void;
  /** The neighbours that it can swap places with. */
  above: Sponsor | undefined;
  below: Sponsor | undefined;
}

/** A notice that expands in its list. A long press on another member's offers to report it (specification B §6). */
export function NoticeItem({ sponsor, board, now, open, onToggle, above, below }: NoticeItemProps) {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const isReportable = useSlotAvailable('account.report');
  const [sheet, setSheet] = useState<'actions' | 'report'>();
  const { isDirectory } = board;
  const { id, title, owner, group, created, color, hidden, acknowledgement } = sponsor;
  const waits = acknowledgement?.expected === true && acknowledgement.acknowledged === undefined;
  const canReport = isReportable && owner?.id !== user?.id;
  const report = () => setSheet('report');
  const close = () => setSheet(undefined);
  return (
    <>
      <NoticeCard
        title={title}
        tone={color}
        newLabel={sponsor.new ? t('notices.new') : undefined}
        open={open}
        onToggle={onToggle}
        lead={isDirectory && <GroupAvatar tone={color} icon={Building2} src={sponsor.image_urls[0]} size="m" />}
        onLongPress={canReport ? () => setSheet('actions') : undefined}
        meta={
          <span className={styles.meta}>
            {isDirectory ? (
              <bdi>{sponsor.custom_field_0 ?? sponsor.tags.join(', ')}</bdi>
            ) : (
              <>
                {owner && (
                  <>
                    <bdi>{owner.fullname}</bdi> ·{' '}
                  </>
                )}
                {format.relative(created, now)}
              </>
            )}
            {group && (
              <>
                {' '}
                · <bdi>{group.title}</bdi>
              </>
            )}
            {hidden && <Tag>{t('notices.draft')}</Tag>}
            {waits && (
              <Tag kind="warn" icon={ClipboardCheck}>
                {t('acknowledge.waiting')}
              </Tag>
            )}
          </span>
        }
        actions={
          <NoticeActions
            sponsor={sponsor}
            board={board}
            above={above}
            below={below}
            onReport={canReport ? report : undefined}
          />
        }
      >
        <NoticeBody sponsor={sponsor} board={board} />
      </NoticeCard>
      {sheet === 'actions' && (
        <ActionSheet
          open
          onClose={close}
          label={t('notices.actions', { title })}
          actions={[{ id: 'report', label: t('notices.report'), icon: Flag, onPress: report }]}
          cancelLabel={t('notices.cancel')}
        />
      )}
      {sheet === 'report' && <Slot name="account.report" props={{ kind: 'sponsor', id, onClose: close }} />}
    </>
  );
}
