import { type ChatEntry, readChat, readChats } from '@paddock/contract/calls/chats';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { useMemo } from 'react';

const isEverybody = ({ id }: { id: string }) => id === everybodyGroupId;

/** Groups to filter the feed by, in pages of 20: everybody, then the member's groups in the order of the chat list. */
export function useFilters() {
  const query = useCallInfinite(
    readChats,
    { verb: 'retrieve', prop: 'groups' },
    { next: (page) => (page.next === null ? null : { after: page.next }), live: true },
  );
  const pages = query.data?.pages;
  const listed = useMemo(() => pages?.flatMap((page) => page.filters), [pages]);
  // May be quieter than the groups of the first pages.
  const isMissing = listed !== undefined && !listed.some(isEverybody);
  const everybody = useCallQuery(readChat, { id: everybodyGroupId }, { enabled: isMissing }).data;
  const filters = useMemo((): ChatEntry[] => {
    if (listed === undefined) return [];
    const first = listed.find(isEverybody) ?? everybody;
    return [...(first ? [first] : []), ...listed.filter((group) => !isEverybody(group))];
  }, [listed, everybody]);
  return { query, filters };
}
export type Filters = ReturnType<typeof useFilters>;

/** The address of a group's feed. */
export const feedPath = (id: string) =>
  id === everybodyGroupId ? '/main/shouts' : `/main/shouts/${encodeURIComponent(id)}`;
