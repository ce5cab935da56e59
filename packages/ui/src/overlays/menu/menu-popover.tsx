import type { RefObject } from 'react';
import { Menu, MenuItem } from 'react-aria-components';
import { Check } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { FloatingPopover } from '../floating/floating-popover';
import floating from '../floating/floating.module.css';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import styles from './menu.module.css';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** Destructive; conventionally last. */
  danger?: boolean;
  /** Shows a check at the end. */
  checked?: boolean;
  disabled?: boolean;
  href?: string;
  onPress?: () => void;
}

export interface MenuPopoverProps {
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  label: string;
  items: readonly MenuEntry[];
}

/** The popover of a Menu, with arrows, Home, End, type-ahead, Enter and Escape. */
export function MenuPopover({ trigger, open, onClose, label, items }: MenuPopoverProps) {
  return (
    <FloatingPopover {...{ trigger, open, onClose, label }} placement="bottom end" className={styles.popover}>
      <Menu
        aria-label={label}
        className={floating.rows ?? ''}
        autoFocus="first"
        onClose={onClose}
        disabledKeys={items.filter((item) => item.disabled).map((item) => item.id)}
      >
        {items.map((item) => (
          <MenuItem
            key={item.id}
            id={item.id}
            textValue={item.label}
            className={cx(floating.row, styles.item, item.danger && 'danger')}
            {...(item.href === undefined ? {} : { href: item.href })}
            onAction={() => item.onPress?.()}
          >
            {item.icon && <Icon of={item.icon} size="s" className={item.danger ? undefined : 'text-secondary'} />}
            <span className="grow">{item.label}</span>
            {item.checked && <Icon of={Check} size="s" />}
          </MenuItem>
        ))}
      </Menu>
    </FloatingPopover>
  );
}
