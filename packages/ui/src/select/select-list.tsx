import type { ReactNode, RefObject } from 'react';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Check } from 'lucide-react';
import { Icon } from '../icon/icon';
import { keepStylesOut } from '../lazy/lazy';
import { PageLocale } from '../lazy/page-locale';
import styles from './select.module.css';

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
        className={styles.popover ?? ''}
        style={{ minInlineSize: trigger.current?.offsetWidth }}
        aria-label={label}
      >
        <ListBox
          aria-label={label}
          className={styles.list ?? ''}
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
            <ListBoxItem key={option.id} id={option.id} textValue={option.label} className={styles.option ?? ''}>
              {({ isSelected }) => (
                <>
                  {option.start}
                  <span className="grow">{option.label}</span>
                  {isSelected && <Icon of={Check} size="s" className={styles.tick ?? ''} />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </PageLocale>
  );
}
