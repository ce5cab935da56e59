import { useEffect, useEffectEvent, useState } from 'react';

interface Seen {
  id: string;
  read: boolean;
}

/**
 * Marks the rows of a page, newest first, as read while the page is visible. Returns whether a row was new on opening: it keeps its
 * mark until the page closes.
 */
export function useSeen(rows: readonly Seen[], markRead: (newest: string) => void): (row: Seen) => boolean {
  const unread = rows.filter(({ read }) => !read).map(({ id }) => id);
  const newest = unread.length > 0 ? rows[0]?.id : undefined;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const see = useEffectEvent(() => {
    setSeen((now) => [...new Set([...now, ...unread])]);
    if (newest !== undefined && document.visibilityState === 'visible') markRead(newest);
  });
  useEffect(() => {
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [newest]);
  return ({ id, read }) => !read || seen.includes(id);
}
