import type { Conversation } from '@paddock/contract/shouts';
import { useState } from 'react';
import { useIsVisible } from '../shared/use-mark-read';
import type { NewRange } from './talk-parts';

const nothing: NewRange = { after: 0, upTo: 0 };

/**
 * What of a conversation is new: what was not read on opening it, and later what came while nobody looked. Reading on moves
 * the server's mark, not this; an answer ends it (`answered`). Nothing is known before the conversation was `asked`.
 */
export function useNewRange(asked: Pick<Conversation, 'seq' | 'read_seq'> | undefined) {
  const looking = useIsVisible();
  const [range, setRange] = useState<NewRange>();
  /** The newest when the page went out of sight. */
  const [left, setLeft] = useState<number>();
  if (asked && range === undefined) setRange({ after: asked.read_seq, upTo: asked.seq });
  if (asked && !looking && left === undefined) setLeft(asked.seq);
  if (asked && looking && left !== undefined) {
    setLeft(undefined);
    if (asked.seq > left) setRange({ after: left, upTo: asked.seq });
  }
  return { range: range ?? nothing, answered: () => setRange(nothing) };
}
