import { useEffect, useRef, useState } from 'react';
import type { CSSProperties, MouseEvent, PointerEvent, ReactNode } from 'react';
import { isRtl } from '../arrows/arrows';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import styles from './swipe-drawer.module.css';

export interface SwipeAction {
  id: string;
  /** Shown below the icon up to nine letters; a longer label is only spoken. */
  label: string;
  icon: LucideIcon;
  onPress: () => void;
}

export interface SwipeDrawerProps {
  /** One (60 px wide at the default text size) or two (120 px); the second has the ink background. */
  actions: readonly SwipeAction[];
  /** The row. Its menu must offer the drawer's actions too, because a keyboard cannot drag. */
  children: ReactNode;
}

const actionRem = 3.75;
const pixelsPerRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
/** A shorter movement is an unsteady tap. */
const slack = 8;
/** Closes the open drawer: a page has at most one. */
let closeOther: (() => void) | undefined;

interface Drag {
  id: number;
  x: number;
  y: number;
  /** Of the drawer, in pixels; it grows with the text size. */
  width: number;
  from: number;
  /** Current offset in pixels. */
  pulled?: number;
  state: 'unsure' | 'across' | 'along';
}

/** Whether a drawer is open, and how far a finger has pulled it. */
function useSwipe(rems: number) {
  const root = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(undefined);
  const dragged = useRef(false);
  const [open, setOpen] = useState(false);
  /** Offset in pixels while the finger is down. */
  const [pulled, setPulled] = useState<number>();

  useEffect(() => {
    if (!open) return;
    const close = () => setOpen(false);
    closeOther?.();
    closeOther = close;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', escape);
    return () => {
      if (closeOther === close) closeOther = undefined;
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  const down = (event: PointerEvent<HTMLDivElement>) => {
    dragged.current = false;
    // A mouse uses the menu; its drag selects text or drags the link.
    if (event.pointerType === 'mouse') return;
    const width = rems * pixelsPerRem();
    drag.current = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      width,
      from: open ? width : 0,
      state: 'unsure',
    };
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const now = drag.current;
    if (!now || now.id !== event.pointerId || now.state === 'along') return;
    const across = (event.clientX - now.x) * (isRtl(event.currentTarget) ? 1 : -1);
    if (now.state === 'unsure') {
      const along = Math.abs(event.clientY - now.y);
      if (Math.max(Math.abs(across), along) < slack) return;
      now.state = Math.abs(across) > along ? 'across' : 'along';
      if (now.state === 'along') return;
      dragged.current = true;
      event.currentTarget.setPointerCapture?.(event.pointerId);
    }
    now.pulled = Math.min(now.width, Math.max(0, now.from + across));
    setPulled(now.pulled);
  };
  const up = (event: PointerEvent<HTMLDivElement>) => {
    const now = drag.current;
    if (now?.id !== event.pointerId) return;
    drag.current = undefined;
    if (now.pulled !== undefined && event.type === 'pointerup') setOpen(now.pulled > now.width / 2);
    setPulled(undefined);
  };
  // Ignore the click that ends a drag or closes the drawer: it must not follow the link of the row.
  const guard = (event: MouseEvent) => {
    if (!dragged.current && !open) return;
    event.preventDefault();
    event.stopPropagation();
    if (!dragged.current) setOpen(false);
    dragged.current = false;
  };
  const pointer = { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up };
  return { root, open, setOpen, pulled, handlers: { ...pointer, onClickCapture: guard } };
}

/** A row that a finger drags aside to reveal actions at the end of the line. */
export function SwipeDrawer({ actions, children }: SwipeDrawerProps) {
  const rems = actions.length * actionRem;
  const { root, open, setOpen, pulled, handlers } = useSwipe(rems);
  const shift = pulled === undefined ? `${open ? rems : 0}rem` : `${pulled}px`;

  return (
    <div ref={root} className={styles.drawer}>
      <div
        className={styles.actions}
        style={{ inlineSize: `${rems}rem` }}
        data-shown={open || pulled ? true : undefined}
      >
        {actions.map(({ id, label, icon, onPress }, index) => (
          <button
            key={id}
            type="button"
            className={cx(styles.action, index > 0 && styles.ink)}
            title={label}
            onClick={() => {
              setOpen(false);
              onPress();
            }}
          >
            <Icon of={icon} />
            <span className={label.length > 9 ? 'sr-only' : undefined}>{label}</span>
          </button>
        ))}
      </div>
      <div
        data-swipe
        className={cx(styles.row, pulled !== undefined && styles.held)}
        style={{ '--pull': shift } as CSSProperties}
        {...handlers}
      >
        {children}
      </div>
    </div>
  );
}
