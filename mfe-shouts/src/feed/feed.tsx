import { EVERYBODY } from '@paddock/contract/calls/groups';
import { readShouts, type Shout } from '@paddock/contract/calls/shouts';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { ComposerInvite } from '@paddock/ui/composer';
import { ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Feed as FeedColumn, ShoutCard, ShoutHead, ShoutText } from '@paddock/ui/shout-card';
import { Empty } from '@paddock/ui/state';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import { useEditing } from '../composing/use-editing';
import { type Posting, type Unsent, usePosting } from '../composing/use-posting';
import { InSight } from '../shared/in-sight';
import { placeOf } from '../shared/place';
import { UnsentStatus } from '../shared/unsent-status';
import { useMarkRead } from '../shared/use-mark-read';
import { useShoutActions } from '../shared/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../shared/use-shout-events';
import { WrittenText } from '../text/written-text';
import { ShoutItem } from './shout-item';

type Row = { kind: 'unsent'; item: Unsent } | { kind: 'shout'; shout: Shout };

const keyOf = (row: Row) => (row.kind === 'unsent' ? row.item.client_id : row.shout.id);

/** Shouts of a filter, newest first, in steps of 10; the box to shout opens from the line at the head. */
export function Feed({ filter, head }: { filter: string; head: ReactNode }) {
  const t = useText();
  const title = useTabTitle('shouts') ?? t('title');
  const { user } = useSession();
  const query = useCallInfinite(
    readShouts,
    { filter },
    {
      next: (page) => (page.more ? { before: page.shouts.at(-1)!.id } : null),
      live: true,
    },
  );
  const now = useNow(query.dataUpdatedAt);
  const cache = useShoutCache(filter, undefined);
  useShoutEvents({ filter });
  const actions = useShoutActions(cache);
  const editing = useEditing(cache.update);
  const conversation = query.data?.pages[0]?.conversation;
  const place = placeOf(conversation ?? { id: filter, kind: 'group', users: [] });
  const posting = usePosting(place, cache.add);
  const [writing, setWriting] = useState(false);
  const invited = useRef<HTMLButtonElement>(null);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left > 0) invited.current?.focus();
  }, [left]);
  const asked = query.isFetchedAfterMount ? conversation : undefined;
  const onSeen = useMarkRead(filter, asked);
  const isUnread = ({ seq = 0 }: Shout) => asked !== undefined && seq > asked.read_seq;

  const rows = useMemo((): Row[] => {
    const shouts = (query.data?.pages ?? []).flatMap((page) => page.shouts);
    const unsent = posting.items.filter((item) => !shouts.some(({ client_id }) => client_id === item.client_id));
    return [
      ...unsent.reverse().map((item) => ({ kind: 'unsent' as const, item })),
      ...shouts.map((shout) => ({ kind: 'shout' as const, shout })),
    ];
  }, [query.data, posting.items]);
  // What was just sent stands at the head, which may be out of sight.
  const list = useRef<ListHandle>(null);
  const sent = useRef(false);
  useLayoutEffect(() => {
    if (!sent.current || rows[0]?.kind !== 'unsent') return;
    sent.current = false;
    list.current?.toRow(keyOf(rows[0]));
  }, [rows]);
  const placeName = filter === EVERYBODY ? t('everybody') : (conversation?.title ?? '');
  const invite = filter === EVERYBODY ? t('shout_to_everybody') : t('shout_to', { name: placeName });
  const open = writing || editing.shout !== null || posting.text !== '';

  const box = conversation?.can_post && user && !open && (
    <ComposerInvite
      avatar={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="m" />}
      text={invite}
      onPress={() => setWriting(true)}
      ref={invited}
    />
  );

  return (
    <>
      <ScreenHeader title={title} phoneOnly />
      {head}
      <Scroll surface="canvas">
        <List
          id={`feed/${filter}`}
          label={placeName}
          query={query}
          rows={rows}
          rowKey={keyOf}
          render={(row) =>
            row.kind === 'unsent' ? (
              <UnsentShout item={row.item} posting={posting} />
            ) : (
              <>
                {isUnread(row.shout) && <InSight onSight={() => onSeen(row.shout.seq!)} />}
                <ShoutItem
                  shout={row.shout}
                  now={now}
                  actions={actions}
                  onEdit={conversation?.can_post ? editing.start : undefined}
                  marked={row.shout.id === editing.shout?.id}
                />
              </>
            )
          }
          shape="shout"
          frame={(shown) => (
            <FeedColumn label={placeName} head={box}>
              {shown}
            </FeedColumn>
          )}
          empty={
            <>
              <FeedColumn>{box}</FeedColumn>
              <Empty title={t('be_the_first')} />
            </>
          }
          ref={list}
        />
      </Scroll>
      {conversation?.can_post && open && (
        <ShoutComposer
          label={invite}
          text={posting.text}
          setText={posting.setText}
          onSend={() => {
            sent.current = true;
            posting.send();
            setWriting(false);
          }}
          editing={editing}
          group={filter}
          width="feed"
          autoFocus={writing}
          onLeave={() => {
            setWriting(false);
            setLeft(left + 1);
          }}
        />
      )}
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
        <WrittenText text={item.input.shout ?? ''} mentions={[]} />
      </ShoutText>
    </ShoutCard>
  );
}
