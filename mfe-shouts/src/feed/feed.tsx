import { EVERYBODY, type GroupCard } from '@paddock/contract/calls/groups';
import type { Shout } from '@paddock/contract/calls/shouts';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { ComposerInvite } from '@paddock/ui/composer';
import { ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Feed as FeedColumn, ShoutCard, ShoutHead, ShoutText } from '@paddock/ui/shout-card';
import { Empty } from '@paddock/ui/state';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { UnsentFiles } from '../attaching/unsent-files';
import { ShoutComposer } from '../composing/shout-composer';
import type { Posting, Unsent } from '../composing/use-posting';
import { NewPollOf, UnsentPollOf } from '../polls/lazy-polls';
import { ClosedConversation, isClosed } from '../conversation/lazy-closed';
import { useConversationPlace, useHighlighted } from '../conversation/use-conversation-place';
import { AtTop, InView } from '../shared/in-view';
import { useUnseen } from '../shared/use-unseen';
import { NewPosts } from './new-posts';
import { UnsentStatus } from '../shared/unsent-status';
import { useTimeline } from '../shared/use-timeline';
import { RichText } from '../text/rich-text';
import { ShoutItem } from './shout-item';

type Row = { kind: 'unsent'; item: Unsent } | { kind: 'shout'; shout: Shout };

const keyOf = (row: Row) => (row.kind === 'unsent' ? row.item.client_id : row.shout.id);

/** Shouts of a filter, newest first, in pages of 10; the invitation at the top opens the composer. */
export function Feed({
  filter,
  head,
}: {
  filter: string;
  /** Above the shouts; gets the group once it is known. */
  head: (group: GroupCard | undefined) => ReactNode;
}) {
  const t = useText();
  const title = useTabTitle('shouts') ?? t('title');
  const { user } = useSession();
  const place = useConversationPlace();
  const timeline = useTimeline({ filter, ...(place.linked !== '' && { around: place.linked }) });
  const { query, now, actions, editing, conversation, fetched, posting, shouts, unsent } = timeline;
  const highlighted = useHighlighted(place, { shouts, fetched, error: query.error });
  const [atTop, setAtTop] = useState(true);
  const arrived = useUnseen(fetched?.seq ?? 0, atTop && !query.hasPreviousPage ? 0 : Infinity);
  const [composing, setComposing] = useState(false);
  const inviteButton = useRef<HTMLButtonElement>(null);
  const [closings, setClosings] = useState(0);
  useEffect(() => {
    if (closings > 0) inviteButton.current?.focus();
  }, [closings]);
  const onSeen = ({ id, seq = 0 }: Shout) => {
    if (fetched !== undefined && seq > fetched.read_seq) timeline.onSeen(seq);
    else timeline.viewed(id);
  };

  const rows = useMemo(
    (): Row[] => [
      ...unsent.toReversed().map((item) => ({ kind: 'unsent' as const, item })),
      ...shouts.map((shout) => ({ kind: 'shout' as const, shout })),
    ],
    [shouts, unsent],
  );
  // A new shout appears at the top, which may be scrolled out of view.
  const list = useRef<ListHandle>(null);
  const scrollToSent = useRef(false);
  useLayoutEffect(() => {
    if (!scrollToSent.current || rows[0]?.kind !== 'unsent') return;
    scrollToSent.current = false;
    list.current?.toRow(keyOf(rows[0]));
  }, [rows]);
  const toTop = useEffectEvent(() => {
    if (rows[0]) list.current?.toRow(keyOf(rows[0]));
  });
  const { returns } = place;
  useLayoutEffect(() => {
    if (returns > 0) toTop();
  }, [returns]);
  const name = filter === EVERYBODY ? t('everybody') : (conversation?.title ?? '');
  const invite = filter === EVERYBODY ? t('shout_to_everybody') : t('shout_to', { name });
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
          onPress={() => (query.hasPreviousPage ? place.leave() : list.current?.toRow(keyOf(rows[0]!)))}
        />
      )}
      <Scroll surface="canvas">
        <List
          id={place.input ? `feed/${filter}@${place.key}` : `feed/${filter}`}
          label={name}
          query={query}
          rows={rows}
          rowKey={keyOf}
          render={(row) =>
            row.kind === 'unsent' ? (
              <UnsentShout item={row.item} posting={posting} />
            ) : (
              <>
                {row.shout.user.id !== user?.id && <InView onEnter={() => onSeen(row.shout)} />}
                <ShoutItem
                  shout={row.shout}
                  now={now}
                  actions={actions}
                  onEdit={conversation?.can_post ? editing.start : undefined}
                  marked={row.shout.id === editing.shout?.id || row.shout.id === highlighted}
                />
              </>
            )
          }
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
          text={posting.text}
          setText={posting.setText}
          attaching={posting.attaching}
          onSend={() => {
            scrollToSent.current = true;
            posting.send();
            setComposing(false);
          }}
          onPoll={posting.openPoll}
          editing={editing}
          conversation={filter}
          width="feed"
          autoFocus={composing}
          focusOn={posting.takenBack}
          onLeave={() => {
            setComposing(false);
            setClosings(closings + 1);
          }}
        />
      )}
      <NewPollOf
        posting={posting}
        conversation={filter}
        onSend={() => {
          scrollToSent.current = true;
          setComposing(false);
        }}
      />
    </>
  );
}

function UnsentShout({ item, posting }: { item: Unsent; posting: Posting }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <ShoutCard sending={item.status !== 'failed'}>
      <ShoutHead
        avatar={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="m" />}
        name={user.fullname}
        note={<UnsentStatus item={item} posting={posting} />}
      />
      <ShoutText>
        <RichText text={item.input.shout ?? ''} mentions={[]} />
      </ShoutText>
      <UnsentFiles files={item.files} />
      <UnsentPollOf item={item} />
    </ShoutCard>
  );
}
