import { isolate } from '@paddock/contract/core/isolate';
import type { ChatEntry } from '@paddock/contract/calls/chats';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import type { UserCard } from '@paddock/contract/calls/users';
import { firstName } from '@paddock/contract/core/first-name';
import { useFormat, useText, useMemberName } from '@paddock/mfe-kit/i18n';
import { useWithParts } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Badge } from '@paddock/ui/badge';
import { Menu } from '@paddock/ui/menu';
import { ChatRow } from '@paddock/ui/row';
import type { SwipeAction } from '@paddock/ui/swipe-drawer';
import { Archive, ArchiveRestore, Bell, BellOff } from 'lucide-react';
import { ChatAvatar } from './chat-avatar';
import type { PutChat } from './use-chats';
import type { OwnLine } from './use-own-lines';
import { useShortTime } from '@paddock/mfe-kit/short-time';

interface ChatListRowProps {
  chat: ChatEntry;
  current: boolean;
  /** Names of the members typing in this chat. */
  typing: readonly UserCard[] | undefined;
  /** Unsent text of the member's own. */
  own: OwnLine | undefined;
  put: PutChat;
}

export function ChatListRow({ chat, current, typing, own, put }: ChatListRowProps) {
  const t = useText();
  const format = useFormat();
  const shortTime = useShortTime();
  const { user: self } = useSession();
  // The row links to a conversation only if a module shows conversations.
  const opens = useSlotAvailable('shouts.conversation');
  const withParts = useWithParts();
  const nameMember = useMemberName();
  const { last_shout: last, badge_number: unread } = chat;
  const author =
    last &&
    (last.user.id === self?.id
      ? t('you')
      : chat.username === undefined
        ? isolate(firstName(last.user) || nameMember(last.user))
        : undefined);
  const name = chat.id === everybodyGroupId ? t('everybody') : nameMember({ fullname: chat.title });
  const actions = useRowActions(chat, put);
  return (
    <ChatRow
      {...(opens && { href: `#${withParts(`/main/chats/${encodeURIComponent(chat.id)}`)}` })}
      avatar={<ChatAvatar chat={{ ...chat, title: name }} />}
      name={name}
      time={last && shortTime(own?.created ?? last.created)}
      unread={unread > 0}
      muted={chat.muted ? t('muted') : undefined}
      {...(own ? ownLine(t, own) : { ...lastLine(t, chat, author), ...markOf(t, chat, self?.id) })}
      typing={typing && writingText(t, typing)}
      current={current}
      badge={
        <Badge
          count={unread}
          cap={99}
          text={format.number(unread)}
          spoken={t('unread', { count: unread })}
          muted={chat.muted}
        />
      }
      swipe={actions}
      actions={actions.length > 0 && <Menu label={t('more', { name })} items={actions} dense />}
    />
  );
}

function lastLine(t: ReturnType<typeof useText>, { last_shout: last, subtitle }: ChatEntry, author?: string) {
  if (!last) return { subtitle };
  return {
    subtitle: last.deleted ? t('deleted') : last.text.trim() || t('attachment'),
    ...(author && { author: t('author', { name: author }) }),
  };
}

/** Whether the member's last message in a direct chat was seen. */
function markOf(t: ReturnType<typeof useText>, { username, last_shout: last, seen }: ChatEntry, self?: string) {
  if (username === undefined || last === undefined || last.user.id !== self || last.deleted) return {};
  return seen ? { seen: t('seen') } : { sent: t('sent') };
}

function ownLine(t: ReturnType<typeof useText>, { kind, text, files }: OwnLine) {
  const author = t('author', { name: t(kind === 'draft' ? 'draft' : 'you') });
  const mark = kind !== 'draft' && { [kind]: t(`unsent.${kind}`) };
  return { author, subtitle: text.trim() || filesText(t, files), ...mark };
}

function filesText(t: ReturnType<typeof useText>, files: OwnLine['files'] = []): string {
  const kind = /^(image|video)\//.exec(files[0]?.type ?? '')?.[1];
  if (kind === undefined || files.length > 1) return t('unsent.files', { count: files.length });
  return t(kind === 'image' ? 'unsent.photo' : 'unsent.video');
}

/** "Tamsin is writing…"; "… are writing…" for several names. */
function writingText(t: ReturnType<typeof useText>, users: readonly UserCard[]): string {
  const names = users.map(firstName);
  return names.length === 1 ? t('writing', { name: names[0] }) : t('writing_several', { names: names.join(', ') });
}

/** Mute and archive, for the swipe and for the menu (keyboard and pointer). */
function useRowActions({ id, muted, archived }: ChatEntry, put: PutChat): SwipeAction[] {
  const t = useText();
  const { flags } = useSession();
  const items: SwipeAction[] = [];
  // An archived row offers only Unarchive (A §4).
  if (!archived)
    items.push({
      id: 'mute',
      label: t(muted ? 'unmute' : 'mute'),
      icon: muted ? Bell : BellOff,
      onPress: () => put.mute({ id, mute: !muted }),
    });
  if (id !== everybodyGroupId && !flags.disable_archive)
    items.push({
      id: 'archive',
      label: t(archived ? 'archive.out' : 'archive.in'),
      icon: archived ? ArchiveRestore : Archive,
      onPress: () => put.archive({ id, archive: !archived }),
    });
  return items;
}
