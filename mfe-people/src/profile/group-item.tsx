import type { GroupCard } from '@paddock/contract/calls/groups';
import { useHref } from '@paddock/mfe-kit/navigation';
import { GroupAvatar } from '@paddock/ui/avatar';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { ListRow } from '@paddock/ui/row';

/** A group with a link to its conversation. */
export function GroupItem({ group }: { group: GroupCard }) {
  const href = useHref('shouts.conversation', { id: group.id });
  return (
    <ListRow
      {...(href !== null && { href, chevron: true })}
      start={
        <GroupAvatar tone={toneOfGroup(group.color)} icon={groupIcon(group.icon)} src={group.image_url} size="m" />
      }
      title={
        <span dir="auto" className="truncate">
          {group.title}
        </span>
      }
    />
  );
}
