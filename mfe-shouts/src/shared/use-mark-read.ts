import { readBadges } from '@paddock/contract/calls/badges';
import { markRead, readChats } from '@paddock/contract/calls/chats';
import type { Conversation } from '@paddock/contract/calls/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsVisible } from './use-attending';

/**
 * Marks a chat read as far as it came into sight of somebody. A failed mark stays silent.
 * @returns what to tell the position of each shout that comes into sight
 */
export function useMarkRead(
  filter: string,
  conversation: Pick<Conversation, 'read_seq'> | undefined,
): (seq: number) => void {
  const { mutateAsync } = useCallMutation(markRead, { invalidates: [readChats, readBadges] });
  const looking = useIsVisible();
  const [seen, setSeen] = useState(0);
  /** How far it is to be marked, and whether a call is under way: one at a time, whoever scrolls through hundreds. */
  const mark = useRef({ upTo: 0, underWay: false });
  const send = useEffectEvent(async () => {
    mark.current.underWay = true;
    for (let sent = 0; sent < mark.current.upTo;) {
      sent = mark.current.upTo;
      await mutateAsync({ id: filter, seq: sent }).catch(() => undefined);
    }
    mark.current.underWay = false;
  });
  const read = conversation?.read_seq;
  useEffect(() => {
    if (!looking || read === undefined || seen <= read || seen <= mark.current.upTo) return;
    mark.current.upTo = seen;
    if (!mark.current.underWay) void send();
  }, [looking, read, seen]);
  return (seq) => setSeen((before) => Math.max(before, seq));
}
