import { readEvents } from '@paddock/contract/calls/events';
import { dayMs } from '@paddock/contract/core/durations';
import { uniqueById } from '@paddock/contract/core/unique-by-id';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useCallQueries } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useEffect, useState } from 'react';
import { shifted, type Span } from '../event-list/use-event-list';

/**
 * The events around a date: at first now plus and minus `calendar_fetch_offset`; where the shown days reach the edge of the loaded
 * range, it grows by the offset.
 */
export function useEventSpans(shown: { first: string; last: string }) {
  const { calendar_fetch_offset } = useSession().flags.events_tab;
  const offset = Math.max(calendar_fetch_offset, dayMs);
  const [spans, setSpans] = useState<Span[]>(() => {
    // A whole day, so that the address of the call is the same all day.
    const today = `${new Date(serverNow()).toISOString().slice(0, 10)}T00:00:00.000Z`;
    return [{ from: shifted(today, -offset), to: shifted(today, offset + dayMs) }];
  });
  const from = spans.map((span) => span.from).reduce((a, b) => (a < b ? a : b));
  const to = spans.map((span) => span.to).reduce((a, b) => (a > b ? a : b));
  // A day begins up to 14 hours before, and ends up to 12 hours after, the same day in UTC.
  const first = shifted(`${shown.first}T00:00:00Z`, -dayMs);
  const last = shifted(`${shown.last}T00:00:00Z`, 2 * dayMs);
  useEffect(() => {
    const further: Span[] = [];
    if (first < from) further.push({ from: shifted(first, -offset), to: from });
    if (last > to) further.push({ from: to, to: shifted(last, offset) });
    if (further.length > 0) setSpans((now) => [...now, ...further]);
  }, [first, last, from, to, offset]);

  const answers = useCallQueries(readEvents, spans);
  // A full reply ends before the span does: the rest is a span of its own.
  const rest = answers
    .map(({ data }, at) => data && { from: data.to, to: spans[at]!.to })
    .find((span) => span && span.from < span.to && !spans.some((known) => known.from === span.from));
  const restFrom = rest?.from;
  const restTo = rest?.to;
  useEffect(() => {
    if (restFrom !== undefined && restTo !== undefined) setSpans((now) => [...now, { from: restFrom, to: restTo }]);
  }, [restFrom, restTo]);

  const isShown = (span: Span) => span.from < last && span.to > first;
  return {
    events: uniqueById(answers.flatMap(({ data }) => data?.events ?? [])),
    failed: answers.find(({ isError, data }, at) => isError && data === undefined && isShown(spans[at]!)),
    isPending: answers.some(({ isPending }) => isPending),
  };
}
