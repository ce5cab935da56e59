import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import styles from './toast.module.css';

export interface ToastContent {
  text: ReactNode;
  /** ok (default) with a check, bad with an alert. */
  kind?: 'ok' | 'bad' | undefined;
  icon?: LucideIcon | undefined;
  /** One action: Undo, Open. */
  action?: { label: string; onPress: () => void } | undefined;
  /** Milliseconds until it disappears; 4000 by default. */
  stay?: number | undefined;
}

interface ToastEntry extends ToastContent {
  id: number;
}

// One queue for the page: this module is a shared singleton, so every tab module uses the same region.
let entries: readonly ToastEntry[] = [];
let next = 1;
const listeners = new Set<() => void>();

function change(to: readonly ToastEntry[]) {
  entries = to;
  for (const listener of listeners) listener();
}

/** Shows a message that disappears automatically. Never use it alone for something the user must act on. */
export function toast(content: ToastContent): number {
  const id = next++;
  change([...entries, { ...content, id }].slice(-3));
  return id;
}

/** Dismisses a toast; without an id, all of them. */
export function dismissToast(id?: number): void {
  change(id === undefined ? [] : entries.filter((entry) => entry.id !== id));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const shownMs = 4000;

export interface ToastRegionProps {
  /** Names the region: "Messages". */
  label: string;
  dismissLabel: string;
}

/**
 * Shows the toasts: above tab bar and composer on a phone, at the bottom inline end from 768 px up, at the top while a sheet is
 * open, and on pages without tabs. The shell renders it once.
 */
export function ToastRegion({ label, dismissLabel }: ToastRegionProps) {
  const shown = useSyncExternalStore(
    subscribe,
    () => entries,
    () => entries,
  );
  const [held, setHeld] = useState(false);
  const some = shown.length > 0;
  useEffect(() => {
    // The hovered toast was dismissed, so no leave event follows.
    if (!some) setHeld(false);
  }, [some]);
  return (
    <section
      className={styles.region}
      data-react-aria-top-layer="true"
      aria-label={label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={(event) => setHeld(event.currentTarget.contains(document.activeElement))}
      onFocus={() => setHeld(true)}
      onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
    >
      <ol aria-live="polite" aria-relevant="additions text" className={styles.list}>
        {shown.map((entry) => (
          <Toast key={entry.id} entry={entry} held={held} dismissLabel={dismissLabel} />
        ))}
      </ol>
    </section>
  );
}

function Toast({ entry, held, dismissLabel }: { entry: ToastEntry; held: boolean; dismissLabel: string }) {
  const { id, text, kind = 'ok', icon, action, stay = shownMs } = entry;
  const left = useRef(stay);
  useEffect(() => {
    if (held) return;
    const started = performance.now();
    const timer = setTimeout(() => dismissToast(id), left.current);
    return () => {
      clearTimeout(timer);
      // Leave at least a second, so that the toast does not vanish under a pointer that just left it.
      left.current = Math.max(left.current - (performance.now() - started), 1000);
    };
  }, [held, id]);
  return (
    <li className={cx(styles.toast, kind === 'bad' && styles.bad)}>
      <Icon of={icon ?? (kind === 'bad' ? CircleAlert : CircleCheck)} className={styles.icon} />
      <span className="grow" dir="auto">
        {text}
      </span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onPress();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={dismissLabel} onClick={() => dismissToast(id)}>
        <Icon of={X} size="s" />
      </button>
    </li>
  );
}
