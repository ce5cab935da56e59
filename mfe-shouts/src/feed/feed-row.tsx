import type { Shout } from '@paddock/contract/calls/shouts';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { ShoutCard, ShoutHead, ShoutText } from '@paddock/ui/shout-card';
import { UnsentFiles } from '../attaching/unsent-files';
import type { Posting, Unsent } from '../composing/use-posting';
import { UnsentPollOf } from '../polls/lazy-polls';
import { InView } from '../timeline/in-view';
import { UnsentStatus } from '../timeline/unsent-status';
import type { Timeline } from '../timeline/use-timeline';
import { RichText } from '../text/rich-text';
import { ShoutItem } from './shout-item';

export type Row = { kind: 'unsent'; item: Unsent } | { kind: 'shout'; shout: Shout };

interface FeedRowProps {
  row: Row;
  timeline: Timeline;
  /** Id of the shout that a link leads to, while it is highlighted. */
  highlightedId: string | undefined;
}

/** A stored or unsent shout of a feed; others' shouts count as seen once they are in view. */
export function FeedRow({ row, timeline, highlightedId }: FeedRowProps) {
  const { user } = useSession();
  const { now, actions, editing, conversation, fetched, posting } = timeline;
  if (row.kind === 'unsent')
    return <UnsentShout item={row.item} posting={posting} readOnly={conversation?.can_post === false} />;
  const { shout } = row;
  const { id, seq = 0 } = shout;
  const onSeen = () => (fetched !== undefined && seq > fetched.read_seq ? timeline.onSeen(seq) : timeline.viewed(id));
  return (
    <>
      {shout.user.id !== user?.id && <InView onEnter={onSeen} />}
      <ShoutItem
        shout={shout}
        now={now}
        actions={actions}
        onEdit={conversation?.can_post ? editing.start : undefined}
        marked={id === editing.shout?.id || id === highlightedId}
      />
    </>
  );
}

function UnsentShout({ item, posting, readOnly }: { item: Unsent; posting: Posting; readOnly: boolean }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <ShoutCard sending={item.status !== 'failed'}>
      <ShoutHead
        avatar={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="m" />}
        name={user.fullname}
        note={<UnsentStatus item={item} posting={posting} readOnly={readOnly} />}
      />
      <ShoutText>
        <RichText text={item.input.shout ?? ''} mentions={[]} />
      </ShoutText>
      <UnsentFiles files={item.files} />
      <UnsentPollOf item={item} />
    </ShoutCard>
  );
}
