import { type Shout, readShouts } from '@paddock/contract/calls/shouts';
import { useNow } from '@paddock/mfe-kit/format';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useEffect, useMemo, useState } from 'react';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import { loadShoutPage } from '../shout/load-shout-page';
import { isAdminOutside } from './is-admin-outside';
import { targetOf } from './post-target';
import { useGroupEvents } from './use-group-events';
import { useMarkRead } from './use-mark-read';
import { useShoutActions } from '../actions/use-shout-actions';
import { useViewed } from './use-viewed';
import { whenIdle } from './when-idle';
import { type TimelineInput, useShoutCache, useShoutEvents } from './use-shout-events';

/** The cursor of a further page takes the place of the first page's. */
const beyond = (side: 'before' | 'after', shout: Shout | undefined) =>
  shout ? { around: undefined, around_seq: undefined, [side]: shout.id } : null;

/** The live shouts of one conversation with everything a member can do to them: shared by the feed and the conversation page. */
export function useTimeline({ filter, count, around, around_seq }: TimelineInput) {
  const input = useMemo(() => ({ filter, count, around, around_seq }), [filter, count, around, around_seq]);
  const query = useCallInfinite(readShouts, input, {
    // A page that was loaded above another has older shouts below it.
    next: (page, added) => (page.more || added.after !== undefined ? beyond('before', page.shouts.at(-1)) : null),
    previous: (page) => (page.newer ? beyond('after', page.shouts[0]) : null),
    live: true,
    polls: isAdminOutside,
  });
  // Comments open without delay, and without a connection.
  useEffect(() => whenIdle(() => void loadShoutPage().catch(() => undefined)), []);
  const now = useNow(query.dataUpdatedAt);
  const cache = useShoutCache({ list: input });
  useShoutEvents(cache, filter);
  useGroupEvents(filter, () => query.refetch());
  const conversation = query.data?.pages[0]?.conversation;
  const actions = useShoutActions(cache, conversation?.manages);
  // Cached data knows neither what was posted since nor how far the member has read.
  const [fetchedInput, setFetchedInput] = useState<typeof input>();
  // A request that fails counts as fetched, too; once there was a reply, a failure changes nothing.
  if (fetchedInput !== input && query.isFetchedAfterMount && !query.isError) setFetchedInput(input);
  const fetched = fetchedInput === input ? conversation : undefined;
  const reading = useMarkRead(filter, fetched);
  const viewed = useViewed();
  const target = targetOf(conversation ?? { id: filter, kind: 'group', users: [] });
  const posting = usePosting(target, (shout) => {
    cache.add(shout);
    // A reply already on its way may predate the shout and would remove it from the cache.
    if (query.isFetching) void query.refetch();
  });
  const editing = useEditing(cache.update, posting.keep);
  const { shouts, unsent } = useMemo(() => {
    const all = (query.data?.pages ?? []).flatMap((page) => page.shouts);
    const sent = new Set(all.map(({ client_id }) => client_id));
    return { shouts: all, unsent: posting.items.filter(({ client_id }) => !sent.has(client_id)) };
  }, [query.data, posting.items]);
  const onSeen = (seq: number) => {
    reading.onSeen(seq);
    const id = shouts.find((shout) => shout.seq === seq)?.id;
    if (id !== undefined) viewed(id);
  };
  return {
    query,
    now,
    actions,
    editing,
    conversation,
    fetched,
    ...reading,
    onSeen,
    viewed,
    target,
    posting,
    shouts,
    unsent,
  };
}
export type Timeline = ReturnType<typeof useTimeline>;
