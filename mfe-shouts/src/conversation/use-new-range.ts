import type { Conversation } from '@paddock/contract/calls/shouts';
import { useState } from 'react';
import type { NewRange } from './timeline';

const emptyRange: NewRange = { after: 0, upTo: 0 };

/**
 * The new shouts of a conversation: those unread on opening it, later those that arrived while the member was not `attending`.
 * Reading moves the server's mark but not this range; posting clears it, and `set` follows what the member marks unread. Empty
 * until the conversation is `fetched`.
 */
export function useNewRange(fetched: Pick<Conversation, 'seq' | 'read_seq'> | undefined, attending: boolean) {
  const [range, setRange] = useState<NewRange>();
  /** The newest position when the member left. */
  const [leftAt, setLeftAt] = useState<number>();
  if (fetched && range === undefined) setRange({ after: fetched.read_seq, upTo: fetched.seq });
  if (fetched && !attending && leftAt === undefined) setLeftAt(fetched.seq);
  if (fetched && attending && leftAt !== undefined) {
    setLeftAt(undefined);
    if (fetched.seq > leftAt) setRange({ after: leftAt, upTo: fetched.seq });
  }
  return { range: range ?? emptyRange, set: setRange, clear: () => setRange(emptyRange) };
}
