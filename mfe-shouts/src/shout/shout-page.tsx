import { readComments, readShout, type ShoutCard } from '@paddock/contract/calls/shouts';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { Card } from '@paddock/ui/card';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SectionHead } from '@paddock/ui/row';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import { CommentLine, Feed } from '@paddock/ui/shout-card';
import { Empty, Skeleton } from '@paddock/ui/state';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { UnsentFiles } from '../attaching/unsent-files';
import { ShoutComposer } from '../composing/shout-composer';
import { useEditing } from '../composing/use-editing';
import { type Posting, type Unsent, usePosting } from '../composing/use-posting';
import { CommentItem, ShoutItem } from '../feed/shout-item';
import { isDeleted, isGone } from '../shared/shout';
import { LikeAction } from '../shared/shout-action';
import { ShoutMenu } from '../shared/shout-menu';
import { UnsentStatus } from '../shared/unsent-status';
import { useUnseen } from '../shared/use-unseen';
import { type ShoutActions, useShoutActions } from '../shared/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../shared/use-shout-events';
import { RichText } from '../text/rich-text';
import styles from './shout-page.module.css';

type Row = { kind: 'comment'; comment: ShoutCard } | { kind: 'unsent'; item: Unsent };

const keyOf = (row: Row) => (row.kind === 'unsent' ? row.item.client_id : row.comment.id);

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
  const { flags } = useSession();
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
  const rows = useMemo((): Row[] => {
    const oldestFirst = (comments.data?.pages ?? []).toReversed().flatMap((page) => page.comments);
    const unsent = posting.items.filter((item) => !oldestFirst.some(({ client_id }) => client_id === item.client_id));
    return [
      ...oldestFirst.map((comment) => ({ kind: 'comment' as const, comment })),
      ...unsent.map((item) => ({ kind: 'unsent' as const, item })),
    ];
  }, [comments.data, posting.items]);
  const unsent = rows.filter(({ kind }) => kind === 'unsent').length;
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
                id={`comments/${id}`}
                label={t('comments_title')}
                query={comments}
                rows={rows}
                rowKey={keyOf}
                render={(row) =>
                  row.kind === 'unsent' ? (
                    <UnsentComment item={row.item} posting={posting} />
                  ) : (
                    <Comment
                      comment={row.comment}
                      now={now}
                      actions={actions}
                      onEdit={open ? editing.start : undefined}
                      marked={row.comment.id === editing.shout?.id}
                    />
                  )
                }
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

interface CommentProps {
  comment: ShoutCard;
  now: number;
  actions: ShoutActions;
  onEdit: ((comment: ShoutCard) => void) | undefined;
  /** The comment is being edited. */
  marked: boolean;
}

function Comment({ comment, now, actions, onEdit, marked }: CommentProps) {
  return (
    <div data-item={comment.id}>
      <CommentItem
        comment={comment}
        now={now}
        marked={marked}
        foot={<LikeAction shout={comment} actions={actions} />}
        more={!isDeleted(comment) && <ShoutMenu shout={comment} now={now} actions={actions} onEdit={onEdit} />}
      />
    </div>
  );
}

function UnsentComment({ item, posting }: { item: Unsent; posting: Posting }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <CommentLine
      avatar={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="s" />}
      name={user.fullname}
      status={<UnsentStatus item={item} posting={posting} />}
    >
      <RichText text={item.input.shout ?? ''} mentions={[]} />
      <UnsentFiles files={item.files} />
    </CommentLine>
  );
}
