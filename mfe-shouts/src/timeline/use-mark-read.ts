import { readBadges } from '@paddock/contract/calls/badges';
import { markRead, readChats } from '@paddock/contract/calls/chats';
import type { Conversation } from '@paddock/contract/calls/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsVisible } from './use-attending';

/**
 * Marks a chat as read up to the last shout that entered the viewport of a visible page. Ignores failures.
 * @returns a function to call with the position of each shout that enters the viewport; the last position read here or before; and
 * `hold`, which stops the marking while this is mounted, and resolves when no mark is under way
 */
export function useMarkRead(
  filter: string,
  conversation: Pick<Conversation, 'read_seq'> | undefined,
): { onSeen: (seq: number) => void; readUpTo: number; hold: () => Promise<void> } {
  const { mutateAsync } = useCallMutation(markRead, { invalidates: [readChats, readBadges] });
  const visible = useIsVisible();
  const [seen, setSeen] = useState(0);
  /** Allows one call at a time, also while the member scrolls through hundreds of shouts. */
  const mark = useRef({ upTo: 0, isSending: false, sent: Promise.resolve(), isHeld: false });
  const send = useEffectEvent(async () => {
    mark.current.isSending = true;
    for (let sent = 0; sent < mark.current.upTo && !mark.current.isHeld;) {
      sent = mark.current.upTo;
      await mutateAsync({ id: filter, seq: sent }).catch(() => undefined);
    }
    mark.current.isSending = false;
  });
  const read = conversation?.read_seq;
  useEffect(() => {
    if (mark.current.isHeld || !visible || read === undefined || seen <= read || seen <= mark.current.upTo) return;
    mark.current.upTo = seen;
    if (!mark.current.isSending) mark.current.sent = send();
  }, [visible, read, seen]);
  return {
    onSeen: (seq) => setSeen((before) => Math.max(before, seq)),
    readUpTo: Math.max(seen, read ?? 0),
    hold() {
      mark.current.isHeld = true;
      return mark.current.sent;
    },
  };
}
