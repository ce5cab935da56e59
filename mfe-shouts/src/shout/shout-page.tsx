import { readComments, readShout, type ShoutCard } from '@paddock/contract/shouts';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Card } from '@paddock/ui/card';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SectionHead } from '@paddock/ui/row';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import { Action, CommentLine, Feed } from '@paddock/ui/shout-card';
import { Empty, Skeleton } from '@paddock/ui/state';
import { ThumbsUp } from 'lucide-react';
import { ShoutComposer } from '../composing/shout-composer';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import { useScrollFoot } from '../conversation/use-scroll-foot';
import { CommentItem, ShoutItem } from '../feed/shout-item';
import { LoadFailed } from '../shared/load-failed';
import { LoadOlder } from '../shared/load-older';
import { ShoutMenu } from '../shared/shout-menu';
import { UnsentStatus } from '../shared/unsent-status';
import { useShoutActions } from '../shared/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../shared/use-shout-events';
import { WrittenText } from '../text/written-text';

/** One shout with all its comments. Comments appear at once and go back, with a toast, when the service refuses them. */
export function ShoutPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack();
  return (
    <Pane label={t('comments_title')} ground>
      <ScreenHeader title={t('comments_title')} back={{ label: t('back'), onPress: back, keep: true }} ruled mid />
      <ShoutWithComments key={id} id={id} />
    </Pane>
  );
}

function ShoutWithComments({ id }: { id: string }) {
  const t = useText();
  const now = useNow();
  const format = useFormat();
  const { user, flags } = useSession();
  const shout = useCallQuery(readShout, { id }, { live: true });
  const comments = useCallInfinite(
    readComments,
    { id },
    {
      next: (page) => (page.more ? { before: page.comments[0]!.id } : null),
      live: true,
    },
  );
  const cache = useShoutCache(undefined, id);
  useShoutEvents({ shoutId: id });
  const actions = useShoutActions(cache);
  const editing = useEditing(cache.update);
  const posting = usePosting({ kind: 'comment', id }, (comment) =>
    cache.addComment(comment, (shout.data?.shout.comments_count ?? 0) + 1),
  );

  const oldestFirst = (comments.data?.pages ?? []).toReversed().flatMap((page) => page.comments);
  const unsent = posting.items.filter((item) => !oldestFirst.some(({ client_id }) => client_id === item.client_id));
  const foot = useScrollFoot(
    `${oldestFirst.at(0)?.id}/${comments.isFetchingNextPage}`,
    `${oldestFirst.at(-1)?.id}/${unsent.length}`,
    false,
  );

  if (shout.isPending) return <Skeleton shape="shout" count={1} label={t('loading')} />;
  if (shout.isError && !shout.data)
    return <LoadFailed error={shout.error} pending={shout.isFetching} onRetry={() => void shout.refetch()} />;

  const { conversation } = shout.data;
  const total = shout.data.shout.comments_count + unsent.length;
  return (
    <>
      <Scroll ground ref={foot.scroller} onScroll={foot.onScroll}>
        <Feed>
          <ShoutItem shout={shout.data.shout} now={now} actions={actions} onEdit={editing.start} whole />
          {!flags.disable_comments && (
            <Card>
              {total > 0 && <SectionHead>{t('comments', { count: total })}</SectionHead>}
              {comments.hasNextPage && (
                <LoadOlder
                  shape="comment"
                  pending={comments.isFetchingNextPage}
                  onReached={() => void comments.fetchNextPage()}
                />
              )}
              {comments.isPending && <Skeleton shape="comment" count={3} label={t('loading')} />}
              {comments.isSuccess && total === 0 && <Empty title={t('be_first_reply')} />}
              <div className="stack g3 pad">
                {oldestFirst.map((comment) => (
                  <div key={comment.id} data-item={comment.id}>
                    <CommentItem
                      comment={comment}
                      now={now}
                      foot={<CommentLike comment={comment} onPress={() => actions.toggleLike(comment)} />}
                      more={
                        !comment.deleted &&
                        !comment.admin_deleted && (
                          <ShoutMenu shout={comment} now={now} actions={actions} onEdit={editing.start} />
                        )
                      }
                    />
                  </div>
                ))}
                {user &&
                  unsent.map((item) => (
                    <CommentLine
                      key={item.client_id}
                      avatar={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="s" />}
                      name={user.fullname}
                      status={<UnsentStatus item={item} />}
                    >
                      <WrittenText text={item.input.shout ?? ''} mentions={[]} />
                    </CommentLine>
                  ))}
              </div>
            </Card>
          )}
        </Feed>
      </Scroll>
      {foot.below > 2 && oldestFirst.length >= 5 && (
        <ScrollToBottom label={t('to_the_newest')} badge={format.number(foot.below)} onPress={foot.toBottom} />
      )}
      {conversation.can_comment && !flags.disable_comments && (
        <ShoutComposer
          label={t('write_comment')}
          text={posting.text}
          setText={posting.setText}
          onSend={() => {
            posting.send();
            foot.toBottom();
          }}
          editing={editing}
          width="feed"
        />
      )}
    </>
  );
}

function CommentLike({ comment, onPress }: { comment: ShoutCard; onPress: () => void }) {
  const t = useText();
  const format = useFormat();
  const { flags } = useSession();
  if (flags.disable_likes || comment.deleted || comment.admin_deleted) return null;
  return (
    <Action
      icon={ThumbsUp}
      label={t('like', { count: comment.likes_count })}
      {...(comment.likes_count > 0 && { count: format.number(comment.likes_count) })}
      on={comment.liked}
      onPress={onPress}
    />
  );
}
