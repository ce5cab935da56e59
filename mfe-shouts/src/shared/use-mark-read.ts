import { readBadges } from '@paddock/contract/badges';
import { markRead, readChats } from '@paddock/contract/chats';
import type { Conversation } from '@paddock/contract/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useEffect, useRef, useState } from 'react';

/** Marks a chat read once its newest shout was on a screen that somebody looks at. A failed mark stays silent. */
export function useMarkRead(filter: string, conversation: Pick<Conversation, 'seq' | 'read_seq'> | undefined): void {
  const { mutate } = useCallMutation(markRead, { invalidates: [readChats, readBadges] });
  const looking = useIsVisible();
  const marked = useRef(0);
  const seq = conversation?.seq ?? 0;
  const unread = seq > (conversation?.read_seq ?? 0);
  useEffect(() => {
    if (!looking || !unread || marked.current >= seq) return;
    marked.current = seq;
    mutate({ id: filter });
  }, [looking, unread, seq, filter, mutate]);
}

/** Whether the page is in sight. */
export function useIsVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return visible;
}
