import type { Slots } from '@paddock/contract/core/links';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { Badge } from '@paddock/ui/badge';
import { Card } from '@paddock/ui/card';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SectionHead } from '@paddock/ui/row';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import { Feed } from '@paddock/ui/shout-card';
import { Empty } from '@paddock/ui/state';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import { useShoutActions } from '../shared/use-shout-actions';
import { useUnseen } from '../shared/use-unseen';
import styles from '../shout/shout-page.module.css';
import { CommentRow, commentRows, keyOfComment } from './comment-row';
import { useLinkedComment } from './use-linked-comment';
import { useSubjectComments } from './use-subject-comments';

type CommentsPageProps = Extract<Slots['shouts.comments'], { view: 'page' }>;

/** All comments of a record, with the composer. */
export function CommentsPage({ kind, id, title, linked = '', onBack }: CommentsPageProps) {
  const t = useText();
  return (
    <Pane label={t('comments_title')} surface="canvas" hidesTabBar>
      <ScreenHeader title={title} back={{ label: t('back'), onPress: onBack, alwaysShown: true }} divider column />
      <Comments kind={kind} id={id} linked={linked} />
    </Pane>
  );
}

function Comments({ kind, id, linked }: Required<Pick<CommentsPageProps, 'kind' | 'id' | 'linked'>>) {
  const t = useText();
  const { query, head, cache } = useSubjectComments({ kind, id });
  const now = useNow(query.dataUpdatedAt);
  const actions = useShoutActions(cache, head?.manages);
  const editing = useEditing(cache.update);
  const total = head?.total ?? 0;
  const posting = usePosting({ kind: 'comment', id: `${kind}/${id}`, subject: { kind, id } }, (comment) =>
    cache.addComment(comment, total + 1),
  );
  const rows = useMemo(() => commentRows(query.data?.pages, posting.items), [query.data, posting.items]);
  const unsent = rows.filter((row) => row.kind === 'unsent').length;

  const list = useRef<ListHandle>(null);
  const [below, setBelow] = useState(0);
  const unseen = useUnseen(total, below);
  const highlightedId = useLinkedComment(linked, query, rows, list);
  // Keeps a new comment fully visible, while unsent and when its actions appear.
  const following = useRef(false);
  useLayoutEffect(() => {
    if (!following.current) return;
    list.current?.toFoot();
    following.current = unsent > 0;
  }, [unsent]);

  if (query.error?.status === 404) return <Empty title={t('no_longer_exists')} />;
  if (query.isError && !head)
    return <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />;
  const open = head?.can_comment === true;
  return (
    <>
      <Scroll surface="canvas">
        <Feed>
          <Card className={styles.card}>
            {total + unsent > 0 && <SectionHead>{t('comments', { count: total + unsent })}</SectionHead>}
            <List
              id={`comments/${kind}/${id}/${linked}`}
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
              fromFoot
              onBelow={setBelow}
              ref={list}
            />
          </Card>
        </Feed>
      </Scroll>
      {below > 2 && rows.length - unsent >= 5 && (
        <ScrollToBottom
          label={t('to_the_newest')}
          badge={<Badge count={unseen} cap={99} />}
          onPress={() => list.current?.toFoot()}
        />
      )}
      {open ? (
        <ShoutComposer
          label={t('write_comment')}
          text={posting.text}
          setText={posting.setText}
          attaching={posting.attaching}
          onSend={() => {
            following.current = true;
            posting.send();
          }}
          editing={editing}
          conversation={{ kind, id }}
          width="feed"
        />
      ) : (
        head?.reason && <p className="label text-secondary pad">{t(`cannot_post.${head.reason}`)}</p>
      )}
    </>
  );
}
