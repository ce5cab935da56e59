import type { Conversation } from '@paddock/contract/calls/shouts';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useEffect, useRef, useState } from 'react';
import { readMarks } from './read-marks';
import { useIsVisible } from './use-attending';

/**
 * Marks a chat as read up to the last shout that entered the viewport of a visible page.
 * @returns a function to call with the position of each shout that enters the viewport; the last position read here or before;
 * `hold`, which stops the marking until `release`, and resolves when no mark is under way; `release` marks what was read
 */
export function useMarkRead(
  filter: string,
  conversation: Pick<Conversation, 'read_seq'> | undefined,
): { onSeen: (seq: number) => void; readUpTo: number; hold: () => Promise<void>; release: () => void } {
  const marks = readMarks(useKit());
  const visible = useIsVisible();
  const [seen, setSeen] = useState(0);
  const mark = useRef({ upTo: 0, isHeld: false });
  const read = conversation?.read_seq;
  useEffect(() => {
    if (mark.current.isHeld || !visible || read === undefined || seen <= read || seen <= mark.current.upTo) return;
    mark.current.upTo = seen;
    marks.add(filter, seen);
  }, [marks, filter, visible, read, seen]);
  const readUpTo = Math.max(seen, read ?? 0);
  return {
    onSeen: (seq) => setSeen((before) => Math.max(before, seq)),
    readUpTo,
    hold() {
      mark.current.isHeld = true;
      return marks.drop(filter);
    },
    release() {
      if (mark.current.isHeld && readUpTo > 0) marks.add(filter, readUpTo);
      mark.current.isHeld = false;
    },
  };
}
