import { readChat, readChats } from '@paddock/contract/calls/chats';
import { readGroupRequests } from '@paddock/contract/calls/group-requests';
import { everybodyGroupId, type Group, type GroupMember, readGroup } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useMemo } from 'react';

/** Members of the first page (A §9). */
const firstPage = 60;

/** A group, what the member may do in it, and its members page by page; events of the group refresh it. */
export function useGroup(id: string) {
  useGroupEvents(id);
  return useGroupMembers(id);
}

/** A group with its members page by page, those who may only read, or the removed ones. */
export function useGroupMembers(id: string, only?: 'read_only' | 'removed') {
  const { flags } = useSession();
  const count = flags.max_display_count;
  const query = useCallInfinite(
    readGroup,
    { id, count: firstPage, ...(only && { only }) },
    {
      next({ totalUsers }, { page }) {
        if (page === undefined && totalUsers <= firstPage) return null;
        const next = page === undefined ? Math.floor(firstPage / count) : Number(page) + 1;
        return next * count < totalUsers ? { page: next, count } : null;
      },
      live: true,
    },
  );
  const pages = query.data?.pages;
  // Pages of another size overlap with the first one.
  const members = useMemo(() => {
    const byId = new Map((pages ?? []).flatMap(({ users }) => users).map((user) => [user.id, user]));
    return [...byId.values()] satisfies GroupMember[];
  }, [pages]);
  return { query, head: pages?.[0], members };
}

/** Reads the group and its requests again when the service reports a change. */
function useGroupEvents(id: string): void {
  const { workplace } = useSession();
  const cache = useCallCache();
  const changed = async (event: { workplace: string; conversation: string }) => {
    if (event.workplace !== workplace || event.conversation !== id) return;
    // The requests are readable only while the member manages the group, as the group's reply shows.
    await cache.refresh(readGroup);
    await cache.refresh(readGroupRequests);
  };
  useRealtime('joining_group', (event) => void changed(event));
  useRealtime('leaving_group', (event) => void changed(event));
  useRealtime('updating_group', (event) => void changed(event));
}

/** The calls that show a group; mutations invalidate them. */
export const groupReads = [readGroup, readGroupRequests, readChat, readChats] as const;

/** The title to show: the everybody group has no name of its own. */
export function useGroupTitle(): (group: Pick<Group, 'id' | 'title'>) => string {
  const t = useText();
  return ({ id, title }) => (id === everybodyGroupId ? t('everybody') : title);
}
