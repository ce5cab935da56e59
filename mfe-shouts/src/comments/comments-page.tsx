import type { Slots } from '@paddock/contract/core/links';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { ComposerClosed } from '@paddock/ui/composer';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Feed } from '@paddock/ui/shout-card';
import { Empty } from '@paddock/ui/state';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import { useShoutActions } from '../actions/use-shout-actions';
import { CommentsCard, CommentsFoot } from './comments-card';
import { LazyUnsentDraft } from '../conversation/lazy-unsent-draft';
import { useCommentList } from './use-comment-list';
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
  const total = head?.total ?? 0;
  const posting = usePosting({ kind: 'comment', id: `${kind}/${id}`, subject: { kind, id } }, (comment) =>
    cache.addComment(comment),
  );
  const isPageGone = query.error?.status === 404;
  const editing = useEditing(cache.update, posting.keep, isPageGone);
  const comments = useCommentList({ query, posting, linked, total });

  if (isPageGone)
    return (
      <Scroll surface="canvas">
        <Empty title={t('no_longer_exists')} action={<LazyUnsentDraft posting={posting} />} />
      </Scroll>
    );
  if (query.isError && !head)
    return <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />;
  const shared = { comments, posting, editing, open: head?.can_comment === true };
  return (
    <>
      <Scroll surface="canvas">
        <Feed>
          <CommentsCard {...shared} id={`${kind}/${id}/${linked}`} query={query} now={now} actions={actions} fromFoot />
          {head && !shared.open && !editing.shout && <LazyUnsentDraft posting={posting} />}
        </Feed>
      </Scroll>
      <CommentsFoot {...shared} conversation={{ kind, id }} />
      {!shared.open && head?.reason && <ComposerClosed>{t(`cannot_post.${head.reason}`)}</ComposerClosed>}
    </>
  );
}
