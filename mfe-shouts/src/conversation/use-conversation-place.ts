import type { Conversation, Shout } from '@paddock/contract/calls/shouts';
import type { ApiError } from '@paddock/mfe-kit/api-error';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds for which the shout of a link is highlighted. */
const highlightMs = 2600;

/** The part of a conversation to show, if not its newest shouts: around a shout, or around a position. */
export type ListAnchor = { around: string; around_seq?: never } | { around?: never; around_seq: number };

/** Which part of a conversation is open: around the shout in the address, around the first unread shout, or the newest. */
export function useConversationPlace() {
  const [linked, setLinked] = useAddressPart('shout');
  const [firstUnread, setFirstUnread] = useState<number>();
  const [visit] = useState(() => serverNow());
  const [returns, setReturns] = useState(0);
  let input: ListAnchor | undefined;
  if (linked !== '') input = { around: linked };
  else if (firstUnread !== undefined) input = { around_seq: firstUnread };
  return {
    linked,
    input,
    /** Identifies the visit and the place: the same link starts at its shout again later. */
    key: `${visit}/${linked}`,
    openAt: setFirstUnread,
    /** Goes to the newest shouts. */
    leave() {
      setFirstUnread(undefined);
      setLinked('');
      setReturns(returns + 1);
    },
    /** Counts the returns to the newest shouts. */
    returns,
  };
}
export type ConversationPlace = ReturnType<typeof useConversationPlace>;

interface Loaded {
  /** Newest first. */
  shouts: readonly Shout[];
  fetched: Conversation | undefined;
  error: ApiError | null;
}

/** Opens a conversation at its first unread shout if that is older than the first page. Call it where the state of `place` is. */
export function useOpenAtUnread({ input, openAt }: ConversationPlace, { shouts, fetched }: Loaded): void {
  const [hasOpened, setOpened] = useState(false);
  if (!fetched || hasOpened) return;
  setOpened(true);
  const first = fetched.read_seq + 1;
  if (fetched.member && input === undefined && (shouts.at(-1)?.seq ?? 0) > first) openAt(first);
}

/** The id of the shout in the address for a moment after it is loaded. Without such a shout, shows the newest and says so. */
export function useHighlighted({ linked, leave }: ConversationPlace, { shouts, error }: Loaded): string | undefined {
  const toast = useToast();
  const [shown, setShown] = useState('');
  const isLoaded = linked !== '' && shouts.some(({ id }) => id === linked);
  const isMissing = linked !== '' && error?.code === 'SHOUT_NOT_FOUND' && shouts.length === 0;
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => setShown(linked), highlightMs);
    return () => clearTimeout(timer);
  }, [isLoaded, linked]);
  const giveUp = useEffectEvent(() => {
    toast('no_longer_exists', { kind: 'bad' });
    leave();
  });
  useEffect(() => {
    if (isMissing) giveUp();
  }, [isMissing]);
  return linked === shown ? undefined : linked;
}
