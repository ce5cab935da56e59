import type { ReactNode, RefObject } from 'react';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Check } from 'lucide-react';
import floating from '../floating/floating.module.css';
import { Icon } from '../icon/icon';
import { keepStylesOut } from '../lazy/lazy';
import { PageLocale } from '../lazy/page-locale';

export interface SelectListProps {
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onClose: () => void;
  label: string;
  options: readonly { id: string; label: string; start?: ReactNode }[];
  value: string | null;
  onPick: (id: string) => void;
}

keepStylesOut();

/** The floating list of a Select: arrows, Home, End, type-ahead, Enter, Escape. */
export function SelectList({ trigger, open, onClose, label, options, value, onPick }: SelectListProps) {
  return (
    <PageLocale>
      <Popover
        triggerRef={trigger}
        isOpen={open}
        onOpenChange={(next) => {
          if (!next) onClose();
        }}
        placement="bottom start"
        offset={4}
        className={floating.popover ?? ''}
        style={{ minInlineSize: trigger.current?.offsetWidth }}
        aria-label={label}
      >
        <ListBox
          aria-label={label}
          className={floating.rows ?? ''}
          autoFocus={value === null ? 'first' : true}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={value === null ? [] : [value]}
          onAction={(key) => onPick(String(key))}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys];
            if (key !== undefined) onPick(String(key));
          }}
        >
          {options.map((option) => (
            <ListBoxItem key={option.id} id={option.id} textValue={option.label} className={floating.row ?? ''}>
              {({ isSelected }) => (
                <>
                  {option.start}
                  <span className="grow">{option.label}</span>
                  {isSelected && <Icon of={Check} size="s" className={floating.tick ?? ''} />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </PageLocale>
  );
}
