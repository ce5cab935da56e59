import { useEffect, useRef } from 'react';
import { RotateCw } from 'lucide-react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import { Spinner } from '../spinner/spinner';
import styles from './pull-to-reload.module.css';

/** Pixels that a finger must pull to reload. */
const pullPx = 100;

export interface PullToReloadProps {
  /** "Reload". */
  label: string;
  /** "Loading…", spoken while it reloads. */
  pendingLabel: string;
  pending: boolean;
  onReload: () => void;
}

/**
 * Reloads when a finger pulls the enclosing Scroll 100 px down from its top. Keyboards and screen readers have a button,
 * visible on focus. Place it first in the Scroll.
 */
export function PullToReload({ label, pendingLabel, pending, onReload }: PullToReloadProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const latest = useRef(onReload);
  useEffect(() => {
    latest.current = onReload;
  });
  useEffect(() => {
    const mark = anchor.current!;
    const scroller = mark.closest<HTMLElement>('[data-scroll]');
    return scroller ? followPull(scroller, mark, () => latest.current()) : undefined;
  }, []);
  return (
    <div ref={anchor} className={styles.anchor}>
      <button
        type="button"
        className={cx(styles.mark, pending && styles.pending)}
        aria-label={label}
        aria-disabled={pending || undefined}
        onClick={() => !pending && onReload()}
      >
        {pending ? <Spinner label={pendingLabel} /> : <Icon of={RotateCw} size="s" />}
      </button>
    </div>
  );
}

/** @returns a function that removes the listeners */
function followPull(scroller: HTMLElement, mark: HTMLElement, onReload: () => void): () => void {
  let from: { x: number; y: number } | undefined;
  let pulled = 0;
  let isOtherGesture = false;
  const show = (distance: number) => {
    pulled = distance;
    mark.style.setProperty('--pull', String(Math.min(distance / pullPx, 1.2)));
    mark.toggleAttribute('data-pulled', distance > 0);
    mark.toggleAttribute('data-ready', distance >= pullPx);
  };
  const leave = () => {
    from = undefined;
    show(0);
  };
  const begin = ({ touches: [touch] }: TouchEvent) => {
    if (touch && scroller.scrollTop <= 0) from = { x: touch.clientX, y: touch.clientY };
  };
  const start = (event: TouchEvent) => {
    isOtherGesture = false;
    begin(event);
  };
  const move = (event: TouchEvent) => {
    const [touch, second] = event.touches;
    if (!touch || isOtherGesture) return;
    // A list that opens in its middle reaches its top during the gesture.
    if (!from) return begin(event);
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    // A second finger zooms, a sideways move opens the drawer of a row, an upward move scrolls.
    isOtherGesture = second !== undefined || (pulled === 0 && Math.abs(x) > Math.abs(y));
    if (isOtherGesture || y < 0 || scroller.scrollTop > 0) return leave();
    if (event.cancelable) event.preventDefault();
    show(y);
  };
  const end = () => {
    if (!from) return;
    const far = pulled >= pullPx;
    leave();
    if (far) onReload();
  };
  scroller.addEventListener('touchstart', start, { passive: true });
  scroller.addEventListener('touchmove', move, { passive: false });
  scroller.addEventListener('touchend', end);
  scroller.addEventListener('touchcancel', leave);
  return () => {
    scroller.removeEventListener('touchstart', start);
    scroller.removeEventListener('touchmove', move);
    scroller.removeEventListener('touchend', end);
    scroller.removeEventListener('touchcancel', leave);
  };
}
