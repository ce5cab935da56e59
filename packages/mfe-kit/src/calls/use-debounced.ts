import { useEffect, useState } from 'react';

/** Milliseconds after the last letter until a search or a check (A §5, A §9, B §9). */
export const debounceMs = 200;

/** A text, updated once the member pauses typing. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
