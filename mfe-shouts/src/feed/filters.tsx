import { type ChatEntry, readChats } from '@paddock/contract/calls/chats';
import { EVERYBODY } from '@paddock/contract/calls/groups';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { GroupAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { ListRow, Rows, SectionHead } from '@paddock/ui/row';
import { Chip, Chips } from '@paddock/ui/tag';

/** Groups to filter the feed by: everybody, then the member's groups in the order of the chat list. */
export function useFilters(): readonly ChatEntry[] {
  const { data } = useCallQuery(readChats, { verb: 'retrieve', prop: 'groups', count: 60 }, { live: true });
  const groups = data?.filters ?? [];
  return [...groups.filter(({ id }) => id === EVERYBODY), ...groups.filter(({ id }) => id !== EVERYBODY)];
}

interface FiltersProps {
  filters: readonly ChatEntry[];
  current: string;
}

const pathOf = (id: string) => (id === EVERYBODY ? '/main/shouts' : `/main/shouts/${encodeURIComponent(id)}`);

/** Shown beside the feed from 1024 px up. */
export function FilterList({ filters, current }: FiltersProps) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <SectionHead>{t('groups')}</SectionHead>
      <Rows divider="icon">
        {filters.map((group) => (
          <ListRow
            key={group.id}
            href={`#${pathOf(group.id)}`}
            height="filter"
            current={group.id === current}
            start={
              <GroupAvatar
                tone={toneOfGroup(group.color)}
                icon={groupIcon(group.icon)}
                src={group.image_url}
                size="s"
              />
            }
            title={group.id === EVERYBODY ? t('everybody') : group.title}
            end={
              <Badge
                count={group.badge_number}
                cap={99}
                text={format.number(group.badge_number)}
                spoken={t('unread', { count: group.badge_number })}
                muted={group.muted}
              />
            }
          />
        ))}
      </Rows>
    </>
  );
}

/** Shown above the feed on narrower screens. */
export function FilterChips({ filters, current }: FiltersProps) {
  const t = useText();
  const navigate = useNavigate();
  if (filters.length < 2) return null;
  return (
    <div className="phone">
      <Chips label={t('groups')}>
        {filters.map((group) => (
          <Chip
            key={group.id}
            isSelected={group.id === current}
            tone={toneOfGroup(group.color)}
            onPress={() => navigate(pathOf(group.id), { replace: true })}
          >
            {group.id === EVERYBODY ? t('everybody') : group.title}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}
