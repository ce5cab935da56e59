import { everybodyGroupId } from '@paddock/contract/calls/groups';
import type { Slots } from '@paddock/contract/core/links';
import type { Conversation as Head } from '@paddock/contract/calls/shouts';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText, useMemberName } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { useAddressPart, useBack, useHref, useNavigate } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { useTyping, useTypingSignal } from '@paddock/mfe-kit/typing';
import { Badge } from '@paddock/ui/badge';
import { Talk } from '@paddock/ui/bubbles';
import { isOpenedByKey, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import { NewPollOf } from '../polls/lazy-polls';
import { useAttending } from '../timeline/use-attending';
import { type Timeline, useTimeline } from '../timeline/use-timeline';
import { useUnseen } from '../timeline/use-unseen';
import { TimelineRow } from './timeline-row';
import { CannotPost } from './cannot-post';
import { ClosedConversation, isClosed } from './lazy-closed';
import { ConversationHead } from './conversation-head';
import { lastSeenId, newLineKey, type NewRange, type TimelineItem, timelineItems } from './timeline';
import {
  type ConversationPlace,
  type ListAnchor,
  useConversationPlace,
  useHighlighted,
  useOpenAtUnread,
} from './use-conversation-place';
import { useNewRange } from './use-new-range';
import { useUnreadFrom } from './use-unread-from';

const pageSize = 30;

/** A conversation as a page, for links from anywhere. Where chats are deployed, it opens beside their list. */
export function ConversationPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack();
  const navigate = useNavigate();
  const [shout] = useAddressPart('shout');
  const beside = useHref('chats.open', { id, ...(shout && { shout }) });
  useEffect(() => {
    if (beside !== null) navigate(beside, { replace: true });
  }, [beside, navigate]);
  if (beside !== null) return null;
  return (
    <Pane label={t('conversation')} surface="canvas" hidesTabBar>
      <Conversation id={id} back={{ label: t('back'), onPress: back, alwaysShown: true }} />
    </Pane>
  );
}

/** A conversation inside another module's pane; with `onBack` it has a back arrow. */
export function ConversationSlot({ id, onBack }: Slots['shouts.conversation']) {
  const t = useText();
  return (
    <Pane part="detail" label={t('messages')} surface="canvas" hidesTabBar={onBack !== undefined}>
      <Conversation id={id} back={onBack && { label: t('back'), onPress: onBack }} />
    </Pane>
  );
}

interface ConversationProps {
  /** Chat entry id: '0', a group's id, or the other member's. */
  id: string;
  back: { label: string; onPress: () => void; alwaysShown?: boolean } | undefined;
}

/** The items of a conversation, oldest first, and the newest own shout that the others have seen. */
function useRows(id: string, { query, shouts, unsent }: Timeline, range: NewRange, seenSeq = 0) {
  const { user } = useSession();
  const typing = useTyping().get(id);
  const oldestFirst = useMemo(() => shouts.toReversed(), [shouts]);
  const lastSeen = useMemo(() => lastSeenId(oldestFirst, user, seenSeq), [oldestFirst, user, seenSeq]);
  const messages = useMemo(
    () => timelineItems(oldestFirst, query.hasPreviousPage ? [] : unsent, user, range),
    [oldestFirst, unsent, user, range, query.hasPreviousPage],
  );
  const rows = useMemo(
    (): TimelineItem[] =>
      typing && typing.length > 0 ? [...messages, { kind: 'typing', key: 'typing', users: typing }] : messages,
    [messages, typing],
  );
  return { rows, lastSeen };
}

/** The list of a conversation and how far the member has scrolled up from its foot. */
function usePosition({ query, fetched }: Timeline, place: ConversationPlace, range: NewRange, rows: TimelineItem[]) {
  const list = useRef<ListHandle>(null);
  const [below, setBelow] = useState(0);
  // Scroll to the line when something is unread on opening or on return, unless the member had scrolled further up.
  const scrolledTo = useRef<NewRange>(undefined);
  useLayoutEffect(() => {
    if (fetched === undefined || scrolledTo.current === range || place.input) return;
    scrolledTo.current = range;
    if (below === 0 && rows.some(({ key }) => key === newLineKey)) list.current?.toRow(newLineKey);
  }, [fetched, range, below, rows, place.input]);
  // The newest shouts replace the part that was shown.
  const { returns } = place;
  useLayoutEffect(() => {
    if (returns > 0) list.current?.toFoot();
  }, [returns]);
  const atNewest = !query.hasPreviousPage && !place.input;
  const toNewest = () => (atNewest ? list.current?.toFoot() : place.leave());
  return { list, below, setBelow, toNewest };
}

/** Counts the new shouts below the viewport: those below the line while it is shown. */
function useBadgeCount({ query, readUpTo }: Timeline, range: NewRange, newest: number, below: number): number {
  const unseen = useUnseen(newest, below);
  if (query.hasPreviousPage) return Math.max(0, newest - readUpTo);
  return range.upTo > range.after ? Math.min(below, newest - range.after) : unseen;
}

/** Another window may switch the workplace, where the same id is another conversation. */
function Conversation(props: ConversationProps) {
  const { workplace } = useSession();
  return <OpenConversation key={`${workplace}/${props.id}`} {...props} />;
}

/** A chat's shouts, oldest first, with the composer. Opens at the shout in the address, else at the first unread one. */
function OpenConversation({ id, back }: ConversationProps) {
  const t = useText();
  const place = useConversationPlace();
  const timeline = useTimeline({ filter: id, count: pageSize, ...place.input });
  const { query, editing, conversation, fetched, target, posting, shouts } = timeline;
  const loaded = { shouts, fetched, error: query.error };
  useOpenAtUnread(place, loaded);
  const highlightedId = useHighlighted(place, loaded);
  const [head, setHead] = useState(conversation);
  // While another part of the conversation loads, its header and composer stay.
  if (conversation && conversation !== head) setHead(conversation);
  const attending = useAttending(() => query.refetch({ cancelRefetch: false }));
  const { range, set, clear } = useNewRange(fetched, attending);
  const unreadFrom = useUnreadFrom(id, timeline.hold, (after) => set({ after, upTo: conversation?.seq ?? after }));
  const signalTyping = useTypingSignal(target.kind === 'direct' ? { recipient: id } : { gid: id });
  const seenSeq = head?.seen_seq;
  const { rows, lastSeen } = useRows(id, timeline, range, seenSeq);
  const { list, below, setBelow, toNewest } = usePosition(timeline, place, range, rows);
  const badgeCount = useBadgeCount(timeline, range, head?.seq ?? 0, below);
  const onSend = () => {
    clear();
    timeline.release();
    toNewest();
  };
  const nameMember = useMemberName();
  const name = head ? nameOf(head, t('everybody')) || nameMember({ fullname: '' }) : '';
  const isGroup = head?.kind !== 'direct';

  if (isClosed(query.error))
    return (
      <>
        <ScreenHeader divider column="conversation" back={back} />
        <ClosedConversation id={id} error={query.error} timeline={timeline} />
      </>
    );
  return (
    <>
      <ScreenHeader divider column="conversation" back={back}>
        {head && <ConversationHead head={head} name={name} />}
      </ScreenHeader>
      <Scroll fromFoot surface="canvas">
        <List
          id={place.input ? `${id}@${place.key}` : id}
          label={t('messages')}
          query={query}
          rows={rows}
          rowKey={keyOf}
          render={(item) => (
            <TimelineRow
              item={item}
              group={isGroup}
              now={timeline.now}
              actions={timeline.actions}
              posting={posting}
              readOnly={head?.can_post === false}
              onEdit={head?.can_post ? editing.start : undefined}
              onUnread={head?.member ? unreadFrom : undefined}
              editedId={editing.shout?.id}
              highlightedId={highlightedId}
              readSeq={fetched?.read_seq ?? Infinity}
              seenSeq={seenSeq}
              lastSeen={lastSeen}
              onSeen={timeline.onSeen}
            />
          )}
          shape="bubble"
          frame={(shown) => <Talk label={t('conversation_with', { name })}>{shown}</Talk>}
          empty={t('be_the_first')}
          growsAbove
          fromFoot
          startAt={startOf(rows, place.input)}
          onBelow={setBelow}
          ref={list}
        />
      </Scroll>
      {(query.hasPreviousPage || (below > 2 && shouts.length >= 5)) && (
        <ScrollToBottom label={t('to_the_newest')} badge={<Badge count={badgeCount} cap={99} />} onPress={toNewest} />
      )}
      {head && !head.can_post && <CannotPost {...head} />}
      {head?.can_post && (
        <ShoutComposer
          label={t('write_to', { name })}
          posting={posting}
          onSend={onSend}
          onPoll={posting.openPoll}
          onTyping={signalTyping}
          autoFocus={isOpenedByKey()}
          editing={editing}
          conversation={id}
        />
      )}
      <NewPollOf posting={posting} conversation={id} onSend={onSend} />
    </>
  );
}

/** Key of the row to start at: the shout of the link, or the line above the first unread one. */
function startOf(rows: readonly TimelineItem[], place: ListAnchor | undefined): string | undefined {
  if (place === undefined) return undefined;
  if (place.around === undefined) return newLineKey;
  return rows.find((row) => row.kind === 'shout' && row.shout.id === place.around)?.key;
}

const keyOf = ({ key }: TimelineItem) => key;

const nameOf = (head: Head, everybody: string) => (head.group?.id === everybodyGroupId ? everybody : head.title);
