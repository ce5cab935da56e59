import { EVERYBODY } from '@paddock/contract/calls/groups';
import type { Slots } from '@paddock/contract/core/links';
import { type Conversation as Head, readShouts } from '@paddock/contract/calls/shouts';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useText, useMemberName } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { useBack, useHref } from '@paddock/mfe-kit/navigation';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useTyping, useTypingSignal } from '@paddock/mfe-kit/typing';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { Talk } from '@paddock/ui/bubbles';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { HeaderWho, isOpenedByKey, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import { placeOf } from '../shared/place';
import { useAttending } from '../shared/use-attending';
import { useMarkRead } from '../shared/use-mark-read';
import { useUnseen } from '../shared/use-unseen';
import { useShoutActions } from '../shared/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../shared/use-shout-events';
import { TalkRow } from './talk-row';
import { NEW_LINE, type TalkPart, talkParts } from './timeline';
import { useNewRange } from './use-new-range';

/** A page of its own, for links from anywhere. */
export function ConversationPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack();
  return (
    <Pane label={t('conversation')} surface="canvas" hidesTabBar>
      <Conversation key={id} id={id} back={{ label: t('back'), onPress: back, alwaysShown: true }} />
    </Pane>
  );
}

/** The same inside another module's pane; a phone gets the back arrow. */
export function ConversationSlot({ id, onBack }: Slots['shouts.conversation']) {
  const t = useText();
  return (
    <Pane part="detail" label={t('messages')} surface="canvas" hidesTabBar={onBack !== undefined}>
      <Conversation key={id} id={id} {...(onBack && { back: { label: t('back'), onPress: onBack } })} />
    </Pane>
  );
}

interface ConversationProps {
  /** Chat entry id: '0', a group's, or the other member's. */
  id: string;
  back?: { label: string; onPress: () => void; alwaysShown?: boolean };
}

/** Shouts of a chat from the oldest down, with the box to write in. */
function Conversation({ id, back }: ConversationProps) {
  const t = useText();
  const query = useCallInfinite(
    readShouts,
    { filter: id, count: 30 },
    {
      next: (page) => (page.more ? { before: page.shouts.at(-1)!.id } : null),
      live: true,
    },
  );
  const now = useNow(query.dataUpdatedAt);
  const cache = useShoutCache(id, undefined, 30);
  useShoutEvents({ filter: id, count: 30 });
  const actions = useShoutActions(cache);
  const editing = useEditing(cache.update);
  const head = query.data?.pages[0]?.conversation;
  // What was shown before knows neither what came since nor how far the member has read.
  const asked = query.isFetchedAfterMount ? head : undefined;
  const attending = useAttending(() => query.refetch({ cancelRefetch: false }));
  const { range, answered } = useNewRange(asked, attending);
  const place = placeOf(head ?? { id, kind: 'group', users: [] });
  const posting = usePosting(place, (shout) => {
    cache.add(shout);
    // An answer under way may be older than the shout, and would take it away again.
    if (query.isFetching) void query.refetch();
  });
  const sign = useTypingSignal(place.kind === 'direct' ? { recipient: id } : { gid: id });
  const typing = useTyping().get(id);
  const onSeen = useMarkRead(id, asked);

  const { user } = useSession();
  const list = useRef<ListHandle>(null);
  const [below, setBelow] = useState(0);
  const came = useUnseen(head?.seq ?? 0, below);
  // What stands below the line counts as long as the line stands.
  const unseen = range.upTo > range.after ? Math.min(below, (head?.seq ?? 0) - range.after) : came;
  const { count, rows } = useMemo(() => {
    const oldestFirst = (query.data?.pages ?? []).flatMap((page) => page.shouts).toReversed();
    const unsent = posting.items.filter((item) => !oldestFirst.some(({ client_id }) => client_id === item.client_id));
    const parts = talkParts(oldestFirst, unsent, user, range);
    if (typing && typing.length > 0) parts.push({ kind: 'typing', key: 'typing', users: typing });
    return { count: oldestFirst.length, rows: parts };
  }, [query.data, posting.items, typing, user, range]);
  // Who comes with something unread, or comes back to it, begins there, unless the list was left further up.
  const begun = useRef<typeof range>(undefined);
  useLayoutEffect(() => {
    if (asked === undefined || begun.current === range) return;
    begun.current = range;
    if (below === 0 && rows.some(({ key }) => key === NEW_LINE)) list.current?.toRow(NEW_LINE);
  }, [asked, range, below, rows]);
  const nameMember = useMemberName();
  const name = head ? nameOf(head, t('everybody')) || nameMember({ fullname: '' }) : '';

  return (
    <>
      <ScreenHeader divider column="talk" {...(back && { back })}>
        {head && <Who head={head} name={name} />}
      </ScreenHeader>
      <Scroll fromFoot surface="canvas">
        <List
          id={id}
          label={t('messages')}
          query={query}
          rows={rows}
          rowKey={keyOf}
          render={(part) => (
            <TalkRow
              part={part}
              group={head?.kind !== 'direct'}
              now={now}
              actions={actions}
              posting={posting}
              onEdit={head?.can_post ? editing.start : undefined}
              edited={editing.shout?.id}
              read={asked?.read_seq ?? Infinity}
              onSeen={onSeen}
            />
          )}
          shape="bubble"
          frame={(shown) => <Talk label={t('conversation_with', { name })}>{shown}</Talk>}
          empty={t('be_the_first')}
          growsAbove
          fromFoot
          onBelow={setBelow}
          ref={list}
        />
      </Scroll>
      {below > 2 && count >= 5 && (
        <ScrollToBottom
          label={t('to_the_newest')}
          badge={<Badge count={unseen} cap={99} />}
          onPress={() => list.current?.toFoot()}
        />
      )}
      {head && !head.can_post && (
        <p className="pad label text-tertiary">{t(`cannot_post.${head.reason ?? 'not_a_member'}`)}</p>
      )}
      {head?.can_post && (
        <ShoutComposer
          label={t('write_to', { name })}
          text={posting.text}
          setText={posting.setText}
          onSend={() => {
            posting.send();
            answered();
            list.current?.toFoot();
          }}
          onWriting={sign}
          autoFocus={isOpenedByKey()}
          editing={editing}
          group={head.group?.id}
        />
      )}
    </>
  );
}

const keyOf = ({ key }: TalkPart) => key;

const nameOf = (head: Head, everybody: string) => (head.group?.id === EVERYBODY ? everybody : head.title);

function Who({ head, name }: { head: Head; name: string }) {
  const t = useText();
  const { community } = useSession();
  const [other] = head.users;
  const profile = useHref('people.profile', { uid: other?.id ?? '' });
  if (head.kind === 'direct' && other)
    return (
      <HeaderWho
        avatar={<PersonAvatar id={other.id} name={name} src={other.profile_image} size="m" online={other.online} />}
        title={name}
        {...(profile !== null && other.fullname && { href: profile })}
        sub={[other.company, other.online ? t('online') : undefined].filter(Boolean).join(' · ')}
      />
    );
  return (
    <HeaderWho
      avatar={
        <GroupAvatar
          tone={toneOfGroup(head.group?.color)}
          icon={groupIcon(head.group?.icon)}
          src={head.group?.image_url}
          size="m"
        />
      }
      title={name}
      sub={head.kind === 'everybody' ? community.title : t('group')}
    />
  );
}
