import type { GroupCard } from '@paddock/contract/calls/groups';
import { type AvatarSize, GroupAvatar as Avatar } from '@paddock/ui/avatar';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';

interface GroupAvatarProps {
  group: Pick<GroupCard, 'icon' | 'image_url'> & { color?: string | undefined };
  size?: AvatarSize;
}

/** A group's picture, else its icon on its colour. */
export function GroupAvatar({ group: { color, icon, image_url }, size = 'l' }: GroupAvatarProps) {
  return <Avatar tone={toneOfGroup(color)} icon={groupIcon(icon)} src={image_url} size={size} />;
}
