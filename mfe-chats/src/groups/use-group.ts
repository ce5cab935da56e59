import { readChat, readChats } from '@paddock/contract/calls/chats';
import { readGroupRequests } from '@paddock/contract/calls/group-requests';
import { EVERYBODY, type Group, type GroupMember, readGroup } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useCallback, useMemo } from 'react';

/** Members of the first page (A §9). */
const firstPage = 60;

/** A group, what the member may do in it, and its members page by page; events of the group refresh it. */
export function useGroup(id: string) {
  const { flags } = useSession();
  const count = flags.max_display_count;
  const query = useCallInfinite(
    readGroup,
    { id, count: firstPage },
    {
      next(page, pages) {
        const next = Math.floor(firstPage / count) + pages.length - 1;
        const isEnd = pages.length === 1 ? page.totalUsers <= firstPage : next * count >= page.totalUsers;
        return isEnd ? null : { page: next, count };
      },
      live: true,
    },
  );
  useGroupEvents(id);
  const pages = query.data?.pages;
  // Pages of another size overlap with the first one.
  const members = useMemo(() => {
    const byId = new Map((pages ?? []).flatMap(({ users }) => users).map((user) => [user.id, user]));
    return [...byId.values()] satisfies GroupMember[];
  }, [pages]);
  return { query, head: pages?.[0], members };
}

/** Reads the group, its requests and its chat again when the service reports a change. */
function useGroupEvents(id: string): void {
  const { workplace } = useSession();
  const refresh = useRefreshGroup();
  const changed = (event: { workplace: string; conversation: string }) => {
    if (event.workplace === workplace && event.conversation === id) refresh();
  };
  useRealtime('joining_group', changed);
  useRealtime('leaving_group', changed);
  useRealtime('updating_group', changed);
}

/** Reads groups, requests and chats again after a change by this window. */
export function useRefreshGroup(): () => void {
  const cache = useCallCache();
  return useCallback(() => {
    for (const call of [readGroup, readGroupRequests, readChat, readChats]) void cache.refresh(call);
  }, [cache]);
}

/** The calls that show a group; mutations invalidate them. */
export const groupReads = [readGroup, readGroupRequests, readChat, readChats] as const;

/** The title to show: the everybody group has no name of its own. */
export function useGroupTitle(): (group: Pick<Group, 'id' | 'title'>) => string {
  const t = useText();
  return ({ id, title }) => (id === EVERYBODY ? t('everybody') : title);
}
