import { useEffect, useState } from 'react';

/** Milliseconds without typing before a search is sent (specification B §9). */
const debounceMs = 200;

/** The text of a search field once typing has paused. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
