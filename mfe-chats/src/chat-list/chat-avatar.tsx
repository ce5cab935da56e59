import type { ChatEntry } from '@paddock/contract/calls/chats';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';

type Pictured = Pick<
  ChatEntry,
  'id' | 'title' | 'username' | 'profile_image' | 'image_url' | 'online' | 'color' | 'icon'
>;

/** Round for people, square with an icon for groups. */
export function ChatAvatar({ chat }: { chat: Pictured }) {
  if (chat.username !== undefined)
    return <PersonAvatar id={chat.id} name={chat.title} src={chat.profile_image} online={chat.online} />;
  return <GroupAvatar tone={toneOfGroup(chat.color)} icon={groupIcon(chat.icon)} src={chat.image_url} />;
}
