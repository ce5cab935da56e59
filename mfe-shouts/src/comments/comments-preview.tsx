import type { Slots } from '@paddock/contract/core/links';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { Link } from '@paddock/mfe-kit/navigation';
import { LinkButton } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { Skeleton } from '@paddock/ui/state';
import { MessageSquare } from 'lucide-react';
import { CommentItem } from '../feed/shout-item';
import { useSubjectComments } from './use-subject-comments';

/** Number of comments (A §9). */
const previewComments = 3;

type CommentsPreviewProps = Extract<Slots['shouts.comments'], { view: 'preview' }>;

/** The last three comments, the way to all of them, and an invitation to write one. */
export function CommentsPreview({ kind, id, address }: CommentsPreviewProps) {
  const t = useText();
  const { query, head } = useSubjectComments({ kind, id });
  const now = useNow(query.dataUpdatedAt);
  const shown = head?.comments.slice(-previewComments) ?? [];
  const more = (head?.total ?? 0) - shown.length;
  // The record's own page says that it is gone; comments may be off.
  if (query.error?.status === 404 || query.error?.code === 'FEATURE_DISABLED') return null;
  return (
    <Card label={t('comments_title')} pad className="stack gap-3">
      <h2 className="strong">{head && head.total > 0 ? t('comments', { count: head.total }) : t('comments_title')}</h2>
      {!head && query.isError && (
        <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {!head && query.isPending && <Skeleton shape="comment" count={2} label={t('loading')} />}
      {more > 0 && (
        <Link href={address} className="link label">
          {t('more_comments', { count: more })}
        </Link>
      )}
      {shown.map((comment) => (
        <CommentItem key={comment.id} comment={comment} now={now} />
      ))}
      {head?.total === 0 && <p className="label text-secondary">{t('be_first_reply')}</p>}
      {head?.can_comment && (
        <LinkButton href={`#${address}`} icon={MessageSquare} wide>
          {t('write_comment')}
        </LinkButton>
      )}
      {head && !head.can_comment && head.reason && (
        <p className="label text-secondary">{t(`cannot_post.${head.reason}`)}</p>
      )}
    </Card>
  );
}
