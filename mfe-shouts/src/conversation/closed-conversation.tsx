import { readGroup } from '@paddock/contract/calls/groups';
import { postShout } from '@paddock/contract/calls/shouts';
import type { ApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useOutbox } from '@paddock/mfe-kit/outbox';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Scroll } from '@paddock/ui/pane';
import { useMemo } from 'react';
import type { Editing } from '../composing/use-editing';
import { ShoutComposer } from '../composing/shout-composer';
import type { Posting } from '../composing/use-posting';
import { NewPollOf } from '../polls/lazy-polls';
import { isFor } from '../timeline/post-target';
import { commentsPath } from '../actions/shout';
import { useGroupEvents } from '../timeline/use-group-events';
import { UnsentPosts } from './unsent-posts';
import { OwnOutside } from './own-outside';

interface ClosedConversationProps {
  id: string;
  error: ApiError;
  timeline: {
    query: { isFetching: boolean; refetch: () => unknown };
    posting: Posting;
    editing: Editing;
  };
  width?: 'conversation' | 'feed';
}

/**
 * Takes the place of a conversation: a visible group from outside, with a composer where non-members may write; else the reason. Keeps
 * the member's unsent posts.
 */
export function ClosedConversation({ id, error, timeline, width = 'conversation' }: ClosedConversationProps) {
  const { user } = useSession();
  const { isFetching, refetch } = timeline.query;
  const hasOutside = useSlotAvailable('chats.outside');
  const props = useMemo(() => ({ id, onJoined: () => void refetch() }), [id, refetch]);
  if (error.code !== 'FORBIDDEN' || !hasOutside)
    return (
      <Scroll surface="canvas" flush>
        <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
        <UnsentPosts posting={timeline.posting} name={undefined} readOnly />
      </Scroll>
    );
  return (
    <>
      <Scroll surface="canvas" flush>
        <Slot name="chats.outside" props={props} />
        {user && <OwnOutside group={id} member={user.id} />}
      </Scroll>
      <OutsideComposer id={id} {...timeline} width={width} />
    </>
  );
}

type OutsideComposerProps = Pick<ClosedConversationProps, 'id' | 'width'> & ClosedConversationProps['timeline'];

/** Writes to a group from outside; then its author may read the shout with its comments, so its page opens. */
function OutsideComposer({ id, posting, editing, width }: OutsideComposerProps) {
  const t = useText();
  const navigate = useNavigate();
  const { data, refetch } = useCallQuery(readGroup, { id, count: 1 });
  useGroupEvents(id, refetch);
  useOutbox(postShout, {
    onSent: (shout, item) => {
      if (isFor(item, { kind: 'group', id })) navigate(commentsPath(shout));
    },
  });
  if (data?.can_post !== true || data.can_read)
    return <UnsentPosts posting={posting} name={data?.group.title} readOnly />;
  const { title } = data.group;
  return (
    <>
      <UnsentPosts posting={posting} name={title} />
      <ShoutComposer
        label={t('shout_to', { name: title })}
        note={t('outside.note')}
        posting={posting}
        onPoll={posting.openPoll}
        editing={editing}
        conversation={id}
        width={width}
      />
      <NewPollOf posting={posting} conversation={id} onSend={() => undefined} />
    </>
  );
}
