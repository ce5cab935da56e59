import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../../primitives/cx/cx';
import { UploadSlot, type UploadSlotProps } from './upload-slot';
import styles from './upload-slot.module.css';

export interface SortableSlot extends Omit<UploadSlotProps, 'over' | 'dragged'> {
  id: string;
  /** Tries the failed upload again: pressing the slot. */
  retry?: { label: string; onPress: () => void } | undefined;
  /** It cannot be moved. */
  fixed?: boolean;
}

export interface SortableSlotsProps {
  /** "Attachments". */
  label: string;
  slots: readonly SortableSlot[];
  onMove: (id: string, to: number) => void;
  words: {
    /** "photo.jpg, 2 of 3". */
    position: (name: string, at: number, of: number) => string;
    /** How to move a slot: "Arrow keys move it." */
    hint: string;
  };
}

/** Pixels that a pointer moves before it drags. */
const dragFrom = 6;

/** Upload slots that are dragged into another order, or moved by the arrow keys. */
export function SortableSlots({ label, slots, onMove, words }: SortableSlotsProps) {
  const hint = useId();
  const list = useRef<HTMLUListElement>(null);
  const [pressed, setPressed] = useState<{ id: string; x: number; y: number }>();
  const [dragged, setDragged] = useState<string>();
  const [moved, setMoved] = useState<string>();
  const refocus = useRef<string>(undefined);
  const at = (id: string) => slots.findIndex((slot) => slot.id === id);
  const isMovable = (slot: SortableSlot | undefined) => slot !== undefined && !slot.fixed && slots.length > 1;

  const place = (id: string, to: number) => {
    if (to === at(id) || !isMovable(slots[to])) return;
    onMove(id, to);
    setMoved(id);
    refocus.current = id;
  };
  // A moved element loses the focus.
  useLayoutEffect(() => {
    if (refocus.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-slot="${refocus.current}"] > span > button`)?.focus();
    refocus.current = undefined;
  });

  const keys = (event: KeyboardEvent, id: string) => {
    const to = targetOf(event, at(id), slots.length);
    if (to === undefined) return;
    event.preventDefault();
    place(id, to);
  };
  const drag = useEffectEvent(({ clientX: x, clientY: y }: PointerEvent) => {
    if (!pressed) return;
    if (dragged === undefined && Math.hypot(x - pressed.x, y - pressed.y) < dragFrom) return;
    setDragged(pressed.id);
    const under = [...list.current!.children].findIndex((slot) => {
      const { left, right, top, bottom } = slot.getBoundingClientRect();
      return x >= left && x <= right && y >= top && y <= bottom;
    });
    if (under >= 0) place(pressed.id, under);
  });
  // At the window: the dragged slot changes its place in the document, which ends a pointer capture.
  useEffect(() => {
    if (!pressed) return;
    const drop = () => {
      setPressed(undefined);
      // After the click that follows, which must not try an upload again.
      setTimeout(() => setDragged(undefined));
    };
    window.addEventListener('pointermove', drag);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', drop);
    return () => {
      window.removeEventListener('pointermove', drag);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', drop);
    };
  }, [pressed]);

  const movedAt = moved === undefined ? -1 : at(moved);
  return (
    <>
      <ul ref={list} className={cx(styles.slots, styles.list)} aria-label={label}>
        {slots.map((slot, index) => {
          const { id, retry, fixed, ...rest } = slot;
          const movable = isMovable(slot);
          const over = (movable || retry) && (
            <button
              type="button"
              className={cx(styles.over, movable && styles.movable)}
              aria-label={retry?.label ?? words.position(slot.name, index + 1, slots.length)}
              aria-describedby={movable ? hint : undefined}
              onClick={() => dragged === undefined && retry?.onPress()}
              onKeyDown={(event) => movable && keys(event, id)}
              onPointerDown={({ button, clientX: x, clientY: y }) => {
                if (movable && button === 0) setPressed({ id, x, y });
              }}
            />
          );
          return (
            <li key={id} data-slot={id}>
              <UploadSlot {...rest} dragged={dragged === id} over={over} />
            </li>
          );
        })}
      </ul>
      <span id={hint} hidden>
        {words.hint}
      </span>
      <span className="sr-only" role="status">
        {movedAt >= 0 && words.position(slots[movedAt]!.name, movedAt + 1, slots.length)}
      </span>
    </>
  );
}

/** Where a key moves a slot; undefined for all other keys. */
function targetOf(event: KeyboardEvent, from: number, count: number): number | undefined {
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const targets: Record<string, number> = {
    [isRtl ? 'ArrowLeft' : 'ArrowRight']: from + 1,
    [isRtl ? 'ArrowRight' : 'ArrowLeft']: from - 1,
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    Home: 0,
    End: count - 1,
  };
  return targets[event.key];
}
