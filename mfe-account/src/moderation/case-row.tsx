import type { ReportCase } from '@paddock/contract/calls/moderation';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { PersonAvatar } from '@paddock/ui/avatar';
import { ListRow } from '@paddock/ui/row';
import { Tag } from '@paddock/ui/tag';
import styles from './moderation.module.css';

/** The author's name; for an erased account and an imported event a text. */
export function useAuthorName(): (report: Pick<ReportCase, 'content' | 'kind'>) => string {
  const t = useText();
  return ({ content, kind }) =>
    content.author?.fullname ?? t(kind === 'event' && content.created ? 'queue.no_author' : 'queue.gone_author');
}

/** One case in the queue. */
export function CaseRow({ row, current }: { row: ReportCase; current: boolean }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const nameOf = useAuthorName();
  const { content, reasons, reports, last, decision } = row;
  const { author } = content;
  const text = content.title ?? content.text.trim();
  const name = nameOf(row);
  const reason = reasons[0] && t(`reasons.${reasons[0].reason}`);
  return (
    <ListRow
      href={`#/main/moderation/${row.id}`}
      {...(current && { current: true })}
      start={<PersonAvatar id={author?.id ?? row.id} name={name} src={author?.profile_image} size="m" />}
      title={
        // A reported text can be long.
        <span className="line-clamp-2" dir="auto">
          {text || t('queue.no_text')}
        </span>
      }
      sub={
        <span className={styles.about}>
          <Tag kind={decision?.decision === 'delete' ? 'bad' : 'neutral'}>
            {decision ? t(`case.${decision.decision}`) : t(`queue.kinds.${row.kind}`)}
          </Tag>
          <span>
            <bdi>{name}</bdi> · {t('queue.count', { count: reports })} · {reason} ·{' '}
            {format.relative(decision?.at ?? last, now)}
          </span>
        </span>
      }
    />
  );
}
