import { monthMs, readEvents } from '@paddock/contract/calls/events';
import type { CallReply } from '@paddock/contract/core/call';
import { uniqueById } from '@paddock/contract/core/unique-by-id';
import { serverNow } from '@paddock/mfe-kit/clock';
import { type LoadedPage, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useMemo } from 'react';

export interface Span {
  from: string;
  to: string;
}

/**
 * The events of the list: further spans of `calendar_fetch_offset` load at its end, into the future or the past; with `isTwoWay`
 * also earlier ones at its beginning.
 */
export function useEventList(scan: 'future' | 'past', isTwoWay = false) {
  const { calendar_fetch_offset } = useSession().flags.events_tab;
  const offset = Math.max(calendar_fetch_offset, monthMs);
  const answer = useCallInfinite(
    readEvents,
    { scan },
    {
      live: true,
      // An empty page was extended as far as the deployment allows: the list ends.
      next: ({ events, from, to }) =>
        events.length === 0
          ? null
          : scan === 'future'
            ? { from: to, to: shifted(to, offset) }
            : { from: shifted(from, -offset), to: from },
      ...(isTwoWay && {
        previous: ({ events, from }: CallReply<typeof readEvents>) =>
          events.length === 0 ? null : { from: shifted(from, -offset), to: from, scan: 'past' as const },
      }),
      reread: (loaded) => spanOf(loaded, scan),
      polled: (all) => Math.max(0, all.findIndex(isPresent)),
    },
  );
  const pages = answer.data?.pages;
  // An event that touches two spans is in both.
  const events = useMemo(() => pages && uniqueById(pages.flatMap((page) => page.events)), [pages]);
  const ends = [pages?.[0], pages?.at(-1)];
  const [earliest, latest] = scan === 'future' ? ends : ends.reverse();
  const span = earliest && latest && { from: earliest.from, to: latest.to };
  return { answer, events, span };
}

function isPresent({ from, to }: Span): boolean {
  const now = new Date(serverNow()).toISOString();
  return from <= now && now < to;
}

/** A loaded span as a refresh reads it, from where the one before it ends now. */
function spanOf({ page, added, before }: LoadedPage<typeof readEvents>, scan: 'future' | 'past'): Span {
  // As it was asked for: a reply may be shorter or longer.
  const { from, to } = { ...page, ...(added as Partial<Span>) };
  if (!before) return { from, to };
  return scan === 'future'
    ? { from: before.to, to: to > before.to ? to : before.to }
    : { from: from < before.from ? from : before.from, to: before.from };
}

/** Moves an instant, within the years that a date can have. */
export function shifted(instant: string, ms: number): string {
  const moved = Math.min(Math.max(Date.parse(instant) + ms, Date.UTC(1970)), Date.UTC(9999, 11, 30));
  return new Date(moved).toISOString();
}
