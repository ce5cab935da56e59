import { readChats } from '@paddock/contract/calls/chats';
import type { GroupCard } from '@paddock/contract/calls/groups';
import { localeOf } from '@paddock/mfe-kit/format';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { deviceZone, useWorkplaceZone, zoneOptions } from '@paddock/mfe-kit/zones';
import { useMemo } from 'react';
import type { RoomFormContext } from './room-forms';

/** The groups and zones to choose from, with the group that a changed room has. */
export function useRoomFormContext(group: GroupCard | undefined): RoomFormContext {
  const { language } = useSession();
  const zone = useWorkplaceZone();
  const own = useCallQuery(readChats, { verb: 'retrieve', prop: 'groups', count: 60 });
  const zones = useMemo(() => zoneOptions([zone, deviceZone()], localeOf(language)), [zone, language]);
  if (!own.data) return { zones, groups: own.isError ? own : undefined };
  const groups = own.data.filters.filter(({ id, username }) => id !== '0' && username === undefined);
  const isMissing = group !== undefined && !groups.some(({ id }) => id === group.id);
  return {
    zones,
    groups: [...groups, ...(isMissing ? [group] : [])].map(({ id, title, color, icon }) => ({
      ...{ id, title },
      ...(color && { color }),
      ...(icon && { icon }),
    })),
  };
}
