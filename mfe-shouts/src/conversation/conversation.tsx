import { EVERYBODY } from '@paddock/contract/calls/groups';
import type { Slots } from '@paddock/contract/core/links';
import type { Conversation as Head } from '@paddock/contract/calls/shouts';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText, useMemberName } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle } from '@paddock/mfe-kit/list';
import { useBack, useHref } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { useTyping, useTypingSignal } from '@paddock/mfe-kit/typing';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { Talk } from '@paddock/ui/bubbles';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { HeaderProfile, isOpenedByKey, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import { useAttending } from '../shared/use-attending';
import { useTimeline } from '../shared/use-timeline';
import { useUnseen } from '../shared/use-unseen';
import { TimelineRow } from './timeline-row';
import { newLineKey, type TimelineItem, timelineItems } from './timeline';
import { useNewRange } from './use-new-range';

/** A conversation as a page, for links from anywhere. */
export function ConversationPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack();
  return (
    <Pane label={t('conversation')} surface="canvas" hidesTabBar>
      <Conversation key={id} id={id} back={{ label: t('back'), onPress: back, alwaysShown: true }} />
    </Pane>
  );
}

/** A conversation inside another module's pane; with `onBack` it has a back arrow. */
export function ConversationSlot({ id, onBack }: Slots['shouts.conversation']) {
  const t = useText();
  return (
    <Pane part="detail" label={t('messages')} surface="canvas" hidesTabBar={onBack !== undefined}>
      <Conversation key={id} id={id} {...(onBack && { back: { label: t('back'), onPress: onBack } })} />
    </Pane>
  );
}

interface ConversationProps {
  /** Chat entry id: '0', a group's id, or the other member's. */
  id: string;
  back?: { label: string; onPress: () => void; alwaysShown?: boolean };
}

/** A chat's shouts, oldest first, with the composer. */
function Conversation({ id, back }: ConversationProps) {
  const t = useText();
  const timeline = useTimeline({ filter: id, count: 30 });
  const { query, editing, conversation: head, fetched, target, posting, shouts, unsent } = timeline;
  const attending = useAttending(() => query.refetch({ cancelRefetch: false }));
  const { range, clear } = useNewRange(fetched, attending);
  const signalTyping = useTypingSignal(target.kind === 'direct' ? { recipient: id } : { gid: id });
  const typing = useTyping().get(id);

  const { user } = useSession();
  const list = useRef<ListHandle>(null);
  const [below, setBelow] = useState(0);
  const unseenBelow = useUnseen(head?.seq ?? 0, below);
  // While the line is shown, the badge counts the shouts below it.
  const badgeCount = range.upTo > range.after ? Math.min(below, (head?.seq ?? 0) - range.after) : unseenBelow;
  const rows = useMemo(() => {
    const items = timelineItems(shouts.toReversed(), unsent, user, range);
    if (typing && typing.length > 0) items.push({ kind: 'typing', key: 'typing', users: typing });
    return items;
  }, [shouts, unsent, typing, user, range]);
  // Scroll to the line when something is unread on opening or on return, unless the member had scrolled further up.
  const scrolledTo = useRef<typeof range>(undefined);
  useLayoutEffect(() => {
    if (fetched === undefined || scrolledTo.current === range) return;
    scrolledTo.current = range;
    if (below === 0 && rows.some(({ key }) => key === newLineKey)) list.current?.toRow(newLineKey);
  }, [fetched, range, below, rows]);
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
          render={(item) => (
            <TimelineRow
              item={item}
              group={head?.kind !== 'direct'}
              now={timeline.now}
              actions={timeline.actions}
              posting={posting}
              onEdit={head?.can_post ? editing.start : undefined}
              editedId={editing.shout?.id}
              readSeq={fetched?.read_seq ?? Infinity}
              onSeen={timeline.onSeen}
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
      {below > 2 && shouts.length >= 5 && (
        <ScrollToBottom
          label={t('to_the_newest')}
          badge={<Badge count={badgeCount} cap={99} />}
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
            clear();
            list.current?.toFoot();
          }}
          onTyping={signalTyping}
          autoFocus={isOpenedByKey()}
          editing={editing}
          group={head.group?.id}
        />
      )}
    </>
  );
}

const keyOf = ({ key }: TimelineItem) => key;

const nameOf = (head: Head, everybody: string) => (head.group?.id === EVERYBODY ? everybody : head.title);

function Who({ head, name }: { head: Head; name: string }) {
  const t = useText();
  const { community } = useSession();
  const [other] = head.users;
  const profile = useHref('people.profile', { uid: other?.id ?? '' });
  if (head.kind === 'direct' && other)
    return (
      <HeaderProfile
        avatar={<PersonAvatar id={other.id} name={name} src={other.profile_image} size="m" online={other.online} />}
        title={name}
        {...(profile !== null && other.fullname && { href: profile })}
        sub={[other.company, other.online ? t('online') : undefined].filter(Boolean).join(' · ')}
      />
    );
  return (
    <HeaderProfile
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
