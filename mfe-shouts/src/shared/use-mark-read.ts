import { readBadges } from '@paddock/contract/calls/badges';
import { markRead, readChats } from '@paddock/contract/calls/chats';
import type { Conversation } from '@paddock/contract/calls/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsVisible } from './use-attending';

/**
 * Marks a chat as read up to the last shout that entered the viewport of a visible page. Ignores failures.
 * @returns a function to call with the position of each shout that enters the viewport, and the last position read here or before
 */
export function useMarkRead(
  filter: string,
  conversation: Pick<Conversation, 'read_seq'> | undefined,
): { onSeen: (seq: number) => void; readUpTo: number } {
  const { mutateAsync } = useCallMutation(markRead, { invalidates: [readChats, readBadges] });
  const visible = useIsVisible();
  const [seen, setSeen] = useState(0);
  /** Allows one call at a time, also while the member scrolls through hundreds of shouts. */
  const mark = useRef({ upTo: 0, isSending: false });
  const send = useEffectEvent(async () => {
    mark.current.isSending = true;
    for (let sent = 0; sent < mark.current.upTo;) {
      sent = mark.current.upTo;
      await mutateAsync({ id: filter, seq: sent }).catch(() => undefined);
    }
    mark.current.isSending = false;
  });
  const read = conversation?.read_seq;
  useEffect(() => {
    if (!visible || read === undefined || seen <= read || seen <= mark.current.upTo) return;
    mark.current.upTo = seen;
    if (!mark.current.isSending) void send();
  }, [visible, read, seen]);
  return { onSeen: (seq) => setSeen((before) => Math.max(before, seq)), readUpTo: Math.max(seen, read ?? 0) };
}
