import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { CommentLine } from '@paddock/ui/shout-card';
import { UnsentFiles } from '../attaching/unsent-files';
import type { Posting, Unsent } from '../composing/use-posting';
import { CommentItem } from '../feed/shout-item';
import { isDeleted } from '../actions/shout';
import { LikeAction } from '../actions/shout-action';
import { ShoutMenu } from '../actions/shout-menu';
import { UnsentStatus } from '../timeline/unsent-status';
import type { ShoutActions } from '../actions/use-shout-actions';
import { RichText } from '../text/rich-text';

export type CommentRowItem = { kind: 'comment'; comment: ShoutCard } | { kind: 'unsent'; item: Unsent };

export const keyOfComment = (row: CommentRowItem) => (row.kind === 'unsent' ? row.item.client_id : row.comment.id);

/** The rows of a list of comments: oldest first, then what is not sent yet. The first page is the newest. */
export function commentRows(
  pages: readonly { comments: readonly ShoutCard[] }[] = [],
  items: readonly Unsent[],
): CommentRowItem[] {
  const oldestFirst = pages.toReversed().flatMap((page) => page.comments);
  const unsent = items.filter((item) => !oldestFirst.some(({ client_id }) => client_id === item.client_id));
  return [
    ...oldestFirst.map((comment) => ({ kind: 'comment' as const, comment })),
    ...unsent.map((item) => ({ kind: 'unsent' as const, item })),
  ];
}

interface CommentRowProps {
  row: CommentRowItem;
  posting: Posting;
  now: number;
  actions: ShoutActions;
  onEdit: ((comment: ShoutCard) => void) | undefined;
  /** The comment that is being edited, or that a link leads to. */
  markedId: string | undefined;
}

export function CommentRow({ row, posting, now, actions, onEdit, markedId }: CommentRowProps) {
  if (row.kind === 'unsent') return <UnsentComment item={row.item} posting={posting} />;
  const { comment } = row;
  return (
    <div data-item={comment.id}>
      <CommentItem
        comment={comment}
        now={now}
        marked={comment.id === markedId}
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
