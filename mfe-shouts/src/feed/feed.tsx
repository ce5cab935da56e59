import { everybodyGroupId, type GroupCard } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { ComposerInvite } from '@paddock/ui/composer';
import { ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Feed as FeedColumn } from '@paddock/ui/shout-card';
import { Empty } from '@paddock/ui/state';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import { NewPollOf } from '../polls/lazy-polls';
import { ClosedConversation, isClosed } from '../conversation/lazy-closed';
import { type ConversationPlace, useConversationPlace, useHighlighted } from '../conversation/use-conversation-place';
import { AtTop } from '../timeline/in-view';
import { useUnseen } from '../timeline/use-unseen';
import { FeedRow, type Row } from './feed-row';
import { NewPosts } from './new-posts';
import { type Timeline, useTimeline } from '../timeline/use-timeline';

const keyOf = (row: Row) => (row.kind === 'unsent' ? row.item.client_id : row.shout.id);

/** The rows of a feed in their list, which scrolls to the top for a new shout and for a return to the newest ones. */
function useRows({ shouts, unsent }: Timeline, { returns }: ConversationPlace) {
  const rows = useMemo(
    (): Row[] => [
      ...unsent.toReversed().map((item) => ({ kind: 'unsent' as const, item })),
      ...shouts.map((shout) => ({ kind: 'shout' as const, shout })),
    ],
    [shouts, unsent],
  );
  const list = useRef<ListHandle>(null);
  const hasSent = useRef(false);
  const toTop = () => {
    if (rows[0]) list.current?.toRow(keyOf(rows[0]));
  };
  const onRows = useEffectEvent(toTop);
  useLayoutEffect(() => {
    if (!hasSent.current || rows[0]?.kind !== 'unsent') return;
    hasSent.current = false;
    onRows();
  }, [rows]);
  useLayoutEffect(() => {
    if (returns > 0) onRows();
  }, [returns]);
  return { rows, list, toTop, followSent: () => void (hasSent.current = true) };
}

/** Whether the composer replaces the invitation, which takes the focus back when the member leaves the composer. */
function useComposing() {
  const [composing, setComposing] = useState(false);
  const inviteButton = useRef<HTMLButtonElement>(null);
  const [closings, setClosings] = useState(0);
  useEffect(() => {
    if (closings > 0) inviteButton.current?.focus();
  }, [closings]);
  const leave = () => {
    setComposing(false);
    setClosings(closings + 1);
  };
  return { composing, setComposing, inviteButton, leave };
}

interface FeedProps {
  filter: string;
  /** Above the shouts; gets the group once it is known. */
  head: (group: GroupCard | undefined) => ReactNode;
}

/** Shouts of a filter, newest first, in pages of 10; the invitation at the top opens the composer. */
export function Feed({ filter, head }: FeedProps) {
  const t = useText();
  const title = useTabTitle('shouts') ?? t('title');
  const { user } = useSession();
  const place = useConversationPlace();
  const timeline = useTimeline({ filter, ...(place.linked !== '' && { around: place.linked }) });
  const { query, editing, conversation, fetched, posting, shouts } = timeline;
  const highlightedId = useHighlighted(place, { shouts, fetched, error: query.error });
  const [atTop, setAtTop] = useState(true);
  const arrived = useUnseen(fetched?.seq ?? 0, atTop && !query.hasPreviousPage ? 0 : Infinity);
  const { composing, setComposing, inviteButton, leave } = useComposing();
  const { rows, list, toTop, followSent } = useRows(timeline, place);
  const onSend = () => {
    followSent();
    setComposing(false);
  };
  const name = filter === everybodyGroupId ? t('everybody') : (conversation?.title ?? '');
  const invite = filter === everybodyGroupId ? t('shout_to_everybody') : t('shout_to', { name });
  const open = composing || editing.shout !== null || posting.text !== '' || posting.attaching.items.length > 0;

  const box = conversation?.can_post && user && !open && (
    <ComposerInvite
      avatar={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="m" />}
      text={invite}
      onPress={() => setComposing(true)}
      ref={inviteButton}
    />
  );

  if (isClosed(query.error))
    return (
      <>
        <ScreenHeader title={title} phoneOnly />
        {head(undefined)}
        <ClosedConversation id={filter} error={query.error} timeline={timeline} width="feed" />
      </>
    );
  return (
    <>
      <ScreenHeader title={title} phoneOnly />
      {head(conversation?.group)}
      {arrived > 0 && (
        <NewPosts
          label={t('new_posts', { count: arrived })}
          onPress={() => (query.hasPreviousPage ? place.leave() : toTop())}
        />
      )}
      <Scroll surface="canvas">
        <List
          id={place.input ? `feed/${filter}@${place.key}` : `feed/${filter}`}
          label={name}
          query={query}
          rows={rows}
          rowKey={keyOf}
          render={(row) => <FeedRow row={row} timeline={timeline} highlightedId={highlightedId} />}
          shape="shout"
          frame={(shown) => (
            <FeedColumn
              label={name}
              head={
                <>
                  <AtTop onChange={setAtTop} />
                  {box}
                </>
              }
            >
              {shown}
            </FeedColumn>
          )}
          empty={
            <>
              <FeedColumn>{box}</FeedColumn>
              <Empty title={t('be_the_first')} />
            </>
          }
          startAt={place.input?.around}
          ref={list}
        />
      </Scroll>
      {conversation?.can_post && open && (
        <ShoutComposer
          label={invite}
          posting={posting}
          onSend={onSend}
          onPoll={posting.openPoll}
          editing={editing}
          conversation={filter}
          width="feed"
          autoFocus={composing}
          onLeave={leave}
        />
      )}
      <NewPollOf posting={posting} conversation={filter} onSend={onSend} />
    </>
  );
}
