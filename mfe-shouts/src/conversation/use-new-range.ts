import type { Conversation } from '@paddock/contract/calls/shouts';
import { useState } from 'react';
import type { NewRange } from './timeline';

const nothing: NewRange = { after: 0, upTo: 0 };

/**
 * What of a conversation is new: what was not read on opening it, and later what came while nobody was `attending`. Reading on
 * moves the server's mark, not this; an answer ends it (`answered`). Nothing is known before the conversation was `asked`.
 */
export function useNewRange(asked: Pick<Conversation, 'seq' | 'read_seq'> | undefined, attending: boolean) {
  const [range, setRange] = useState<NewRange>();
  /** The newest when nobody attended any more. */
  const [left, setLeft] = useState<number>();
  if (asked && range === undefined) setRange({ after: asked.read_seq, upTo: asked.seq });
  if (asked && !attending && left === undefined) setLeft(asked.seq);
  if (asked && attending && left !== undefined) {
    setLeft(undefined);
    if (asked.seq > left) setRange({ after: left, upTo: asked.seq });
  }
  return { range: range ?? nothing, answered: () => setRange(nothing) };
}
