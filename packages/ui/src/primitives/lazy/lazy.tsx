import { useCallback, useEffect, useState } from 'react';

/** A chunk loaded on first use: overlays (sheets, menus) are not part of the first screen. */
export interface LazyPart<T> {
  current: T | undefined;
  load: () => Promise<T>;
}

export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let under: Promise<T> | undefined;
  const part: LazyPart<T> = {
    current: undefined,
    load() {
      under ??= load().then(
        (value) => (part.current = value),
        (error: unknown) => {
          // The next press retries a failed fetch.
          under = undefined;
          throw error;
        },
      );
      return under;
    },
  };
  return part;
}

/** Returns the part once it is `wanted` and loaded; prefetches it when the browser is idle. Calls `onFail` when loading fails. */
export function useLazyPart<T>(part: LazyPart<T>, enabled: boolean, onFail: () => void): [T | undefined, () => void] {
  const [, redraw] = useState(0);
  const there = part.current !== undefined;
  const warm = useCallback(() => void part.load().catch(() => undefined), [part]);
  useEffect(() => {
    if (there || typeof window.requestIdleCallback !== 'function') return;
    const handle = window.requestIdleCallback(warm, { timeout: 5000 });
    return () => window.cancelIdleCallback(handle);
  }, [there, warm]);
  useEffect(() => {
    if (!enabled || there) return;
    let gone = false;
    part.load().then(
      () => gone || redraw((n) => n + 1),
      () => gone || onFail(),
    );
    return () => {
      gone = true;
    };
  }, [part, enabled, there, onFail]);
  return [part.current, warm];
}

const pressableStyleId = 'react-aria-pressable-style';

/**
 * React Aria injects a style element, which a strict content policy blocks; base.css has its rule. A placeholder with the same id
 * prevents the injection.
 */
export function keepStylesOut(): void {
  if (document.getElementById(pressableStyleId)) return;
  const placeholder = document.createElement('meta');
  placeholder.id = pressableStyleId;
  document.head.append(placeholder);
}
