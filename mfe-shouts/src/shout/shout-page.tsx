import { readComments, readShout } from '@paddock/contract/calls/shouts';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useAddressPart, useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Feed } from '@paddock/ui/shout-card';
import { Empty, Skeleton } from '@paddock/ui/state';
import { CommentsCard, CommentsFoot } from '../comments/comments-card';
import { LazyUnsentDraft } from '../conversation/lazy-unsent-draft';
import { useCommentList } from '../comments/use-comment-list';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import { ShoutItem } from '../feed/shout-item';
import { InView } from '../timeline/in-view';
import { isDeleted, isGone } from '../actions/shout';
import { useShoutActions } from '../actions/use-shout-actions';
import { isAdminOutside } from '../timeline/is-admin-outside';
import { useGroupEvents } from '../timeline/use-group-events';
import { useShoutCache, useShoutEvents } from '../timeline/use-shout-events';
import { useViewed } from '../timeline/use-viewed';

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
  const shout = useCallQuery(readShout, { id }, { live: true, polls: isAdminOutside });
  const comments = useCallInfinite(
    readComments,
    { id },
    {
      next: (page) => (page.more && page.comments[0] ? { before: page.comments[0].id } : null),
      live: true,
      polls: () => shout.data !== undefined && isAdminOutside(shout.data),
      enabled: !flags.disable_comments,
    },
  );
  const now = useNow(Math.max(shout.dataUpdatedAt, comments.dataUpdatedAt));
  const total = shout.data?.shout.comments_count ?? 0;
  const cache = useShoutCache({ shoutId: id });
  useShoutEvents(cache);
  useGroupEvents(shout.data?.conversation.id ?? '', shout.refetch);
  const actions = useShoutActions(cache, shout.data?.conversation.manages);
  const posting = usePosting({ kind: 'comment', id }, (comment) => cache.addComment(comment));
  // The member has lost the conversation, or the shout.
  const isPageGone = shout.error?.status === 404 || (shout.data !== undefined && isGone(shout.data.shout));
  const editing = useEditing(cache.update, posting.keep, isPageGone);

  const [linked] = useAddressPart('comment');
  const list = useCommentList({ query: comments, posting, linked, total });

  if (shout.isPending) return <Skeleton shape="shout" count={1} label={t('loading')} />;
  if (isPageGone)
    return (
      <Scroll surface="canvas">
        <Empty title={t('no_longer_exists')} action={<LazyUnsentDraft posting={posting} />} />
      </Scroll>
    );
  if (shout.isError && !shout.data)
    return <LoadFailed error={shout.error} pending={shout.isFetching} onRetry={() => void shout.refetch()} />;

  const { conversation } = shout.data;
  // Comments of a deleted shout stay readable; new ones are refused.
  const deleted = isDeleted(shout.data.shout);
  const open = conversation.can_comment && !deleted && !flags.disable_comments;
  const shared = { comments: list, posting, editing, open };
  return (
    <>
      <Scroll surface="canvas">
        <Feed>
          {shout.data.shout.user.id !== user?.id && <InView onEnter={() => viewed(id)} />}
          <ShoutItem
            shout={shout.data.shout}
            now={now}
            actions={actions}
            onEdit={conversation.can_post ? editing.start : undefined}
            marked={id === editing.shout?.id}
            isDetail
          />
          {!flags.disable_comments && (
            <CommentsCard {...shared} id={`${id}/${linked}`} query={comments} now={now} actions={actions} />
          )}
          {!open && !editing.shout && <LazyUnsentDraft posting={posting} />}
        </Feed>
      </Scroll>
      <CommentsFoot {...shared} conversation={conversation.id} />
    </>
  );
}
