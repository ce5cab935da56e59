import type { ReactNode, RefObject } from 'react';
import { Check } from 'lucide-react';
import { FloatingPopover } from '../../overlays/floating/floating-popover';
import floating from '../../overlays/floating/floating.module.css';
import { PickList } from '../../overlays/floating/pick-list';
import { Icon } from '../../primitives/icon/icon';

export interface SelectListProps {
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onClose: () => void;
  label: string;
  options: readonly { id: string; label: string; start?: ReactNode }[];
  value: string | null;
  onPick: (id: string) => void;
}

/** The popover list of a Select, with a check at the end of the selected row. */
export function SelectList({ trigger, open, onClose, label, options, value, onPick }: SelectListProps) {
  const rows = options.map(({ id, label: text, start }) => ({
    id,
    label: text,
    children: (
      <>
        {start}
        <span className="grow">{text}</span>
        {id === value && <Icon of={Check} size="s" className={floating.tick ?? ''} />}
      </>
    ),
  }));
  const chosen = options.some((option) => option.id === value) ? value : null;
  return (
    <FloatingPopover trigger={trigger} open={open} onClose={onClose} label={label} matchWidth>
      <PickList label={label} rows={rows} value={chosen} onPick={onPick} autoFocus />
    </FloatingPopover>
  );
}
