import { useText } from '@paddock/mfe-kit/i18n';
import { List, type ListQuery } from '@paddock/mfe-kit/list';
import { Badge } from '@paddock/ui/badge';
import { Card } from '@paddock/ui/card';
import { SectionHead } from '@paddock/ui/row';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import type { ComponentProps } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import type { useEditing } from '../composing/use-editing';
import type { Posting } from '../composing/use-posting';
import type { ShoutActions } from '../actions/use-shout-actions';
import { CommentRow, keyOfComment } from './comment-row';
import styles from './comments-card.module.css';
import type { CommentListState } from './use-comment-list';

interface CommentsProps {
  comments: CommentListState;
  posting: Posting;
  editing: ReturnType<typeof useEditing>;
  /** The member may write. */
  open: boolean;
}

interface CommentsCardProps extends CommentsProps {
  /** Remembers the place in the list. */
  id: string;
  query: ListQuery;
  now: number;
  actions: ShoutActions;
  /** Opens at the newest. */
  fromFoot?: boolean;
}

/** All comments of a shout or of a record, oldest first. */
export function CommentsCard({
  comments,
  posting,
  editing,
  open,
  id,
  query,
  now,
  actions,
  fromFoot,
}: CommentsCardProps) {
  const t = useText();
  const { total, rows, highlightedId, setBelow, list } = comments;
  const isBlank = fromFoot && query.data !== undefined && rows.length === 0;
  return (
    <Card className={isBlank ? styles.blank : styles.card}>
      {total > 0 && <SectionHead>{t('comments', { count: total })}</SectionHead>}
      <List
        id={`comments/${id}`}
        label={t('comments_title')}
        query={query}
        rows={rows}
        rowKey={keyOfComment}
        render={(row) => (
          <CommentRow
            row={row}
            posting={posting}
            now={now}
            actions={actions}
            onEdit={open ? editing.start : undefined}
            markedId={editing.shout?.id ?? highlightedId}
          />
        )}
        shape="comment"
        frame={(shown) => <div className={`stack gap-3 pad ${styles.comments}`}>{shown}</div>}
        empty={t('be_first_reply')}
        growsAbove
        {...(fromFoot && { fromFoot })}
        onBelow={setBelow}
        ref={list}
      />
    </Card>
  );
}

interface CommentsFootProps extends CommentsProps, Pick<ComponentProps<typeof ShoutComposer>, 'conversation'> {}

/** Below the comments: the way to the newest, and the composer, also for an edit where new comments are refused. */
export function CommentsFoot({ comments, posting, editing, open, conversation }: CommentsFootProps) {
  const t = useText();
  const { badge, list, follow } = comments;
  return (
    <>
      {badge !== undefined && (
        <ScrollToBottom
          label={t('to_the_newest')}
          badge={<Badge count={badge} cap={99} />}
          onPress={() => list.current?.toFoot()}
        />
      )}
      {(open || editing.shout) && (
        <ShoutComposer
          label={t('write_comment')}
          posting={posting}
          onSend={follow}
          editing={editing}
          conversation={conversation}
          width="feed"
        />
      )}
    </>
  );
}
