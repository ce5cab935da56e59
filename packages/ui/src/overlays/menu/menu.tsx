import { useCallback, useRef, useState } from 'react';
import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../primitives/button/button';
import type { LucideIcon } from '../../primitives/icon/icon';
import { lazyPart, useLazyPart } from '../../primitives/lazy/lazy';
import type { MenuEntry } from './menu-popover';

export type { MenuEntry };

const popover = lazyPart(() => import('./menu-popover').then((module) => module.MenuPopover));

export interface MenuProps {
  /** Label of the button and the menu: "More". */
  label: string;
  items: readonly MenuEntry[];
  /** Three dots by default. */
  icon?: LucideIcon;
  /** The button is 36 wide. */
  dense?: boolean;
}

/** A button that opens rows of 44 px. Prefer an ActionSheet for phones and for many rows. */
export function Menu({ label, items, icon = Ellipsis, dense = false }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const [Part, warm] = useLazyPart(popover, open, close);
  return (
    <>
      <IconButton
        ref={trigger}
        icon={icon}
        label={label}
        dense={dense}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={warm}
        onFocus={warm}
        onPress={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      />
      {Part && <Part trigger={trigger} open={open} onClose={close} label={label} items={items} />}
    </>
  );
}
