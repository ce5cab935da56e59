import { useState } from 'react';

/**
 * How many came below what is in sight since its reader was last at the end or came here: no more than stand there.
 * @param newest a number that each new one raises by one; 0 while nothing is known
 * @param below how many stand below what is in sight
 */
export function useUnseen(newest: number, below: number): number {
  const [seen, setSeen] = useState(newest);
  if (newest !== seen && (below === 0 || seen === 0 || newest < seen)) setSeen(newest);
  return Math.min(below, Math.max(0, newest - seen));
}
