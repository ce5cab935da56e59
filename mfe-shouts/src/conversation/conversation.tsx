import { EVERYBODY } from '@paddock/contract/groups';
import type { Slots } from '@paddock/contract/links';
import { type Conversation as Head, readShouts } from '@paddock/contract/shouts';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useTyping, useWritingSign } from '@paddock/mfe-kit/typing';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { HeaderWho, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ScrollToBottom } from '@paddock/ui/scroll-to-bottom';
import { Empty, Skeleton } from '@paddock/ui/state';
import { useState } from 'react';
import { ShoutComposer } from '../composing/shout-composer';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import { LoadFailed } from '../shared/load-failed';
import { LoadOlder } from '../shared/load-older';
import { placeOf } from '../shared/place';
import { useMarkRead } from '../shared/use-mark-read';
import { useShoutActions } from '../shared/use-shout-actions';
import { useShoutCache, useShoutEvents } from '../shared/use-shout-events';
import { ConversationTalk } from './conversation-talk';
import { useScrollFoot } from './use-scroll-foot';

/** A page of its own, for links from anywhere. */
export function ConversationPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack();
  return (
    <Pane label={t('conversation')} ground>
      <Conversation key={id} id={id} back={{ label: t('back'), onPress: back, keep: true }} />
    </Pane>
  );
}

/** The same inside another module's pane; a phone gets the back arrow. */
export function ConversationSlot({ id, onBack }: Slots['shouts.conversation']) {
  const t = useText();
  return (
    <Pane part="detail" label={t('messages')} ground>
      <Conversation key={id} id={id} {...(onBack && { back: { label: t('back'), onPress: onBack } })} />
    </Pane>
  );
}

interface ConversationProps {
  /** Chat entry id: '0', a group's, or the other member's. */
  id: string;
  back?: { label: string; onPress: () => void; keep?: boolean };
}

/** Shouts of a chat from the oldest down, with the box to write in. */
function Conversation({ id, back }: ConversationProps) {
  const t = useText();
  const now = useNow();
  const query = useCallInfinite(
    readShouts,
    { filter: id, count: 30 },
    {
      next: (page) => (page.more ? { before: page.shouts.at(-1)!.id } : null),
      live: true,
    },
  );
  const cache = useShoutCache(id, undefined, 30);
  useShoutEvents({ filter: id, count: 30 });
  const actions = useShoutActions(cache);
  const editing = useEditing(cache.update);
  const head = query.data?.pages[0]?.conversation;
  // What was shown before knows neither what came since nor how far the member has read.
  const asked = query.isFetchedAfterMount ? head : undefined;
  // How far the member had read on opening; reading on moves the server's mark, not the line.
  const [readSeq, setReadSeq] = useState<number>();
  if (asked && readSeq === undefined) setReadSeq(asked.read_seq);
  const place = placeOf(head ?? { id, kind: 'group', users: [] });
  const posting = usePosting(place, cache.add);
  const sign = useWritingSign(place.kind === 'direct' ? { recipient: id } : { gid: id });
  const typing = useTyping().get(id);
  useMarkRead(id, asked);

  const oldestFirst = (query.data?.pages ?? []).flatMap((page) => page.shouts).toReversed();
  const unsent = posting.items.filter((item) => !oldestFirst.some(({ client_id }) => client_id === item.client_id));
  const foot = useScrollFoot(
    `${oldestFirst.at(0)?.id}/${query.isFetchingNextPage}`,
    `${oldestFirst.at(-1)?.id}/${unsent.length}/${typing?.length ?? 0}`,
  );
  const name = head ? nameOf(head, t('everybody')) : '';

  return (
    <>
      <ScreenHeader ruled {...(back && { back })}>
        {head && <Who head={head} name={name} />}
      </ScreenHeader>
      <Scroll fromFoot ground ref={foot.scroller} onScroll={foot.onScroll}>
        {query.isPending && <Skeleton shape="bubble" count={6} label={t('loading')} />}
        {query.isError && oldestFirst.length === 0 && (
          <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {query.hasNextPage && (
          <LoadOlder shape="bubble" pending={query.isFetchingNextPage} onReached={() => void query.fetchNextPage()} />
        )}
        {query.data && oldestFirst.length + unsent.length === 0 && <Empty title={t('be_the_first')} />}
        {query.data && (
          <ConversationTalk
            label={t('conversation_with', { name })}
            shouts={oldestFirst}
            unsent={unsent}
            typing={typing ?? []}
            group={head?.kind !== 'direct'}
            readSeq={readSeq ?? head?.seq ?? 0}
            now={now}
            actions={actions}
            onEdit={editing.start}
          />
        )}
      </Scroll>
      {foot.below > 2 && oldestFirst.length >= 5 && (
        <ScrollToBottom
          label={t('to_the_newest')}
          badge={<Badge count={foot.below} cap={99} />}
          onPress={foot.toBottom}
        />
      )}
      {head && !head.can_post && <p className="pad label three">{t(`cannot_post.${head.reason ?? 'not_a_member'}`)}</p>}
      {head?.can_post && (
        <ShoutComposer
          label={t('write_to', { name })}
          text={posting.text}
          setText={posting.setText}
          onSend={() => {
            posting.send();
            foot.toBottom();
          }}
          onWriting={sign}
          editing={editing}
        />
      )}
    </>
  );
}

const nameOf = (head: Head, everybody: string) => (head.group?.id === EVERYBODY ? everybody : head.title);

function Who({ head, name }: { head: Head; name: string }) {
  const t = useText();
  const { community } = useSession();
  const [other] = head.users;
  if (head.kind === 'direct' && other)
    return (
      <HeaderWho
        avatar={
          <PersonAvatar id={other.id} name={other.fullname} src={other.profile_image} size="m" online={other.online} />
        }
        title={name}
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
