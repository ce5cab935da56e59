import { ChevronsUpDown } from 'lucide-react';
import { GroupAvatar } from '../../primitives/avatar/avatar';
import type { LucideIcon } from '../../primitives/icon/icon';
import { Select } from '../select/select';
import type { SelectProps } from '../select/select';

export interface SelectGroupProps extends Omit<SelectProps<string>, 'options' | 'end'> {
  /** The groups to choose from; `tone` and `icon` as in GroupAvatar. */
  groups: readonly { id: string; name: string; tone?: string | undefined; icon?: LucideIcon | undefined }[];
}

/** A Select of groups: the button shows the selected group's icon, each row its own. */
export function SelectGroup({ groups, ...rest }: SelectGroupProps) {
  const options = groups.map(({ id, name, tone, icon }) => ({
    id,
    label: name,
    start: <GroupAvatar size="xs" tone={tone} icon={icon} />,
  }));
  return <Select {...rest} options={options} end={ChevronsUpDown} />;
}
