import type { Shout, ShoutCard } from '@paddock/contract/calls/shouts';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Bubble, BubbleReaction, BubbleTime } from '@paddock/ui/bubbles';
import { MessageSquareReply, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { PollOf } from '../polls/lazy-polls';
import { Attached } from '../viewing/attached';
import { InView } from '../timeline/in-view';
import { commentsPath, isDeleted } from '../actions/shout';
import { RichText } from '../text/rich-text';
import { DeleteDialog } from '../actions/delete-dialog';
import type { ShoutActions } from '../actions/use-shout-actions';
import { MessageBar, MessageSheet } from './message-actions';
import type { ShoutMessage } from './timeline';

/** What every row of a conversation needs. */
export interface RowProps {
  /** Shows names and pictures of the authors. */
  group: boolean;
  now: number;
  actions: ShoutActions;
  /** Undefined where the member may not write. */
  onEdit: ((shout: ShoutCard) => void) | undefined;
  /** Marks the conversation unread from a shout on; undefined for a visitor. */
  onUnread: ((shout: Shout) => void) | undefined;
  /** Id of the shout being edited. */
  editedId: string | undefined;
  /** Id of the shout that a link leads to, while it is highlighted. */
  highlightedId: string | undefined;
  /** Position up to which the member has read. */
  readSeq: number;
  /** Position up to which the others have seen the conversation; undefined without seen marks. */
  seenSeq: number | undefined;
  /** Id of the newest own shout that the others have seen. */
  lastSeen: string | undefined;
  /** Called with the position of each unread shout by another member that enters the viewport. */
  onSeen: (seq: number) => void;
}

type ShoutBubbleProps = { message: ShoutMessage } & RowProps;

/** A stored shout with its likes and comments, and with its actions while hovered, focused or pressed. */
export function ShoutBubble({ message: { shout, first, last }, group, ...rest }: ShoutBubbleProps) {
  const t = useText();
  const { user: self, flags } = useSession();
  const memberName = useMemberName();
  const [open, setOpen] = useState<'sheet' | 'deleting' | 'reporting'>();
  const close = () => setOpen(undefined);
  const { user, seq = 0 } = shout;
  const own = user.id === self?.id;
  const name = memberName(user);
  const deleted = isDeleted(shout);
  const likes = !flags.disable_likes && shout.likes_count > 0 && !deleted;
  const comments = !flags.disable_comments && shout.comments_count > 0;
  const canReport = useSlotAvailable('account.report') && !own;
  const onReport = canReport ? () => setOpen('reporting') : undefined;
  const actions = { shout, onDelete: () => setOpen('deleting'), onReport, ...rest };
  // Either end reports: a message may be taller than the window.
  const end = !own && seq > rest.readSeq && <InView onEnter={() => rest.onSeen(seq)} />;
  return (
    <>
      <Bubble
        own={own}
        speaker={own ? t('you') : name}
        first={first}
        last={last}
        {...(group &&
          !own && { avatar: <PersonAvatar id={user.id} name={name} src={user.profile_image} size="s" />, name })}
        item={shout.id}
        media={shout.image_urls.length > 0 && shout.shout.trim() === ''}
        marked={shout.id === rest.editedId}
        highlighted={shout.id === rest.highlightedId}
        time={<Time shout={shout} own={own} last={last} seenSeq={rest.seenSeq} lastSeen={rest.lastSeen} />}
        {...((likes || comments) && {
          reactions: <Reactions shout={shout} likes={likes} comments={comments} actions={rest.actions} />,
        })}
        {...(!deleted && { actions: <MessageBar {...actions} />, onMore: () => setOpen('sheet') })}
      >
        {end}
        {deleted ? (
          <span className="text-tertiary">{t('deleted')}</span>
        ) : (
          <>
            <RichText text={shout.shout} mentions={shout.mentions} shout={shout} />
            <PollOf shout={shout} now={rest.now} actions={rest.actions} />
            <Attached shout={shout} />
          </>
        )}
        {end}
      </Bubble>
      {open === 'sheet' && <MessageSheet {...actions} onClose={close} />}
      {open === 'deleting' && <DeleteDialog shout={shout} actions={rest.actions} onClose={close} />}
      {open === 'reporting' && <Slot name="account.report" props={{ kind: 'shout', id: shout.id, onClose: close }} />}
    </>
  );
}

type TimeProps = { shout: Shout; own: boolean; last: boolean } & Pick<RowProps, 'seenSeq' | 'lastSeen'>;

/** One time in the last bubble of a run. The newest seen shout carries its mark and the word wherever it is in its run. */
function Time({ shout, own, last, seenSeq, lastSeen }: TimeProps) {
  const t = useText();
  const format = useFormat();
  const edited = shout.updated !== undefined && !isDeleted(shout);
  const named = shout.id === lastSeen;
  if (!last && !edited && !named) return null;
  const seen = seenSeq !== undefined && (shout.seq ?? 0) <= seenSeq;
  const kind = seen ? 'seen' : 'sent';
  return (
    <BubbleTime
      {...(last && { time: format.time(shout.created) })}
      {...(edited && { note: t('edited') })}
      {...(own && (last || named) && { mark: { kind, label: t(kind) } })}
      named={named}
    />
  );
}

interface ReactionsProps {
  shout: Shout;
  likes: boolean;
  comments: boolean;
  actions: Pick<ShoutActions, 'toggleLike'>;
}

function Reactions({ shout, likes, comments, actions }: ReactionsProps) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {likes && (
        <BubbleReaction
          icon={ThumbsUp}
          count={format.number(shout.likes_count)}
          label={t('like', { count: shout.likes_count })}
          mine={shout.liked}
          onPress={() => actions.toggleLike(shout)}
        />
      )}
      {comments && (
        <BubbleReaction
          icon={MessageSquareReply}
          count={format.number(shout.comments_count)}
          label={t('comments', { count: shout.comments_count })}
          href={`#${commentsPath(shout)}`}
        />
      )}
    </>
  );
}
