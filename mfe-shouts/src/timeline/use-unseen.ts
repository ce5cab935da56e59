import { useState } from 'react';

/**
 * Counts the shouts or comments that arrived below the viewport since the member last was at the end; at most `below`.
 * @param newest a number that grows by one with each of them; 0 while unknown
 * @param below how many are below the viewport
 */
export function useUnseen(newest: number, below: number): number {
  const [seen, setSeen] = useState(newest);
  if (newest !== seen && (below === 0 || seen === 0 || newest < seen)) setSeen(newest);
  return Math.min(below, Math.max(0, newest - seen));
}
