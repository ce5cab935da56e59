import { readComments, readShout } from '@paddock/contract/calls/shouts';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useAddressPart, useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Badge } from '@paddock/ui/badge';
import { Card } from '@paddock/ui/card';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SectionHead } from '@paddock/ui/row';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import { Feed } from '@paddock/ui/shout-card';
import { Empty, Skeleton } from '@paddock/ui/state';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CommentRow, commentRows, keyOfComment } from '../comments/comment-row';
import { useLinkedComment } from '../comments/use-linked-comment';
import { ShoutComposer } from '../composing/shout-composer';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import { ShoutItem } from '../feed/shout-item';
import { InView } from '../shared/in-view';
import { useViewed } from '../shared/use-viewed';
import { isDeleted, isGone } from '../shared/shout';
import { useUnseen } from '../shared/use-unseen';
import { useShoutActions } from '../shared/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../shared/use-shout-events';
import styles from './shout-page.module.css';

/** A shout with all its comments. A new comment shows at once and is rolled back with a toast when the service refuses it. */
export function ShoutPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack();
  return (
    <Pane label={t('comments_title')} surface="canvas" hidesTabBar>
      <ScreenHeader
        title={t('comments_title')}
        back={{ label: t('back'), onPress: back, alwaysShown: true }}
        divider
        column
      />
      <ShoutWithComments key={id} id={id} />
    </Pane>
  );
}

function ShoutWithComments({ id }: { id: string }) {
  const t = useText();
  const { flags, user } = useSession();
  const viewed = useViewed();
  const shout = useCallQuery(readShout, { id }, { live: true });
  const comments = useCallInfinite(
    readComments,
    { id },
    {
      next: (page) => (page.more && page.comments[0] ? { before: page.comments[0].id } : null),
      live: true,
    },
  );
  const now = useNow(Math.max(shout.dataUpdatedAt, comments.dataUpdatedAt));
  const cache = useShoutCache({ shoutId: id });
  useShoutEvents(cache);
  const actions = useShoutActions(cache, shout.data?.conversation.manages);
  const editing = useEditing(cache.update);
  const posting = usePosting({ kind: 'comment', id }, (comment) =>
    cache.addComment(comment, (shout.data?.shout.comments_count ?? 0) + 1),
  );

  const list = useRef<ListHandle>(null);
  const [below, setBelow] = useState(0);
  const unseen = useUnseen(shout.data?.shout.comments_count ?? 0, below);
  const rows = useMemo(() => commentRows(comments.data?.pages, posting.items), [comments.data, posting.items]);
  const unsent = rows.filter(({ kind }) => kind === 'unsent').length;
  const [linked] = useAddressPart('comment');
  const highlightedId = useLinkedComment(linked, comments, rows, list);
  // Keeps a new comment fully visible, while unsent and when its actions appear.
  const following = useRef(false);
  useLayoutEffect(() => {
    if (!following.current) return;
    list.current?.toFoot();
    following.current = unsent > 0;
  }, [unsent]);

  if (shout.isPending) return <Skeleton shape="shout" count={1} label={t('loading')} />;
  if (shout.isError && !shout.data)
    return <LoadFailed error={shout.error} pending={shout.isFetching} onRetry={() => void shout.refetch()} />;

  if (isGone(shout.data.shout)) return <Empty title={t('no_longer_exists')} />;

  const { conversation } = shout.data;
  const { comments_count } = shout.data.shout;
  // Comments of a deleted shout stay readable; new ones are refused.
  const deleted = isDeleted(shout.data.shout);
  const open = conversation.can_comment && !deleted && !flags.disable_comments;
  const total = comments_count + unsent;
  return (
    <>
      <Scroll surface="canvas">
        <Feed>
          {shout.data.shout.user.id !== user?.id && <InView onEnter={() => viewed(id)} />}
          <ShoutItem
            shout={shout.data.shout}
            now={now}
            actions={actions}
            onEdit={conversation.can_post && open ? editing.start : undefined}
            marked={id === editing.shout?.id}
            isDetail
          />
          {!flags.disable_comments && (
            <Card className={styles.card}>
              {total > 0 && <SectionHead>{t('comments', { count: total })}</SectionHead>}
              <List
                id={`comments/${id}${linked}`}
                label={t('comments_title')}
                query={comments}
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
                onBelow={setBelow}
                ref={list}
              />
            </Card>
          )}
        </Feed>
      </Scroll>
      {below > 2 && rows.length - unsent >= 5 && (
        <ScrollToBottom
          label={t('to_the_newest')}
          badge={<Badge count={unseen} cap={99} />}
          onPress={() => list.current?.toFoot()}
        />
      )}
      {open && (
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
          conversation={conversation.id}
          width="feed"
        />
      )}
    </>
  );
}
