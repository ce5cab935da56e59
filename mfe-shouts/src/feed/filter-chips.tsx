import { everybodyGroupId, type GroupCard } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { toneOfGroup } from '@paddock/ui/group-icon';
import { Chip, Chips } from '@paddock/ui/tag';
import { Search } from 'lucide-react';
import { feedPath, type Filters } from './use-filters';

/** The most recent groups; the others are on the page of filters. */
const maxChips = 20;

interface FilterChipsProps {
  filters: Filters['filters'];
  current: string;
  /** The group of the open feed, which may not be among the most recent ones. */
  open: GroupCard | undefined;
}

/** Shown above the feed on narrower screens. */
export function FilterChips({ filters, current, open }: FilterChipsProps) {
  const t = useText();
  const navigate = useNavigate();
  const shown: Pick<Filters['filters'][number], 'id' | 'title' | 'color'>[] = filters.slice(0, maxChips);
  if (shown.length === 0) return null;
  if (open && !shown.some(({ id }) => id === current)) shown.splice(1, 0, open);
  return (
    <div className="phone">
      <Chips label={t('groups')}>
        <Chip icon={Search} onPress={() => navigate('/main/filters')}>
          {t('all_groups')}
        </Chip>
        {shown.map((group) => (
          <Chip
            key={group.id}
            isSelected={group.id === current}
            tone={toneOfGroup(group.color)}
            onPress={() => navigate(feedPath(group.id), { replace: true })}
          >
            {group.id === everybodyGroupId ? t('everybody') : group.title}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}
