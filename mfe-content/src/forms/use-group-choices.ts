import { readChats } from '@paddock/contract/calls/chats';
import { readGroups } from '@paddock/contract/calls/groups';
import type { FailedRead } from '@paddock/mfe-kit/form';
import { useCallQuery } from '@paddock/mfe-kit/queries';

interface Group {
  id: string;
  title: string;
  color?: string | undefined;
  icon?: string | undefined;
}
interface GroupChoice {
  id: string;
  title: string;
  color?: string;
  icon?: string;
}

interface GroupChoicesOptions {
  enabled?: boolean;
  /** Groups that the changed record names. */
  ids?: readonly string[];
  /** Groups of the record that are already read. */
  known?: readonly Group[];
  /** The title of a named group that the admin does not see. */
  unnamed: string;
}

/** The groups that an admin can address, without that of everybody, and those of the changed record. Undefined while they load. */
export function useGroupChoices(options: GroupChoicesOptions): readonly GroupChoice[] | FailedRead | undefined {
  const { enabled = true, ids = [], known = [], unnamed } = options;
  const own = useCallQuery(readChats, { verb: 'retrieve', prop: 'groups', count: 60 }, { enabled });
  const named = useCallQuery(readGroups, { ids: ids.join(',') }, { enabled: enabled && ids.length > 0 });
  if (!enabled) return [];
  const failed = [own, named].find(({ data, isError }) => isError && data === undefined);
  if (failed) return { error: failed.error!, isFetching: failed.isFetching, refetch: failed.refetch };
  if (!own.data || (ids.length > 0 && !named.data)) return undefined;
  const found: Group[] = [
    ...own.data.filters.filter(({ id, username }) => id !== '0' && username === undefined),
    ...known,
    ...(named.data?.groups ?? []),
  ];
  const choices = new Map(
    found.map(({ id, title, color, icon }) => [id, { id, title, ...(color && { color }), ...(icon && { icon }) }]),
  );
  // The admin may see less than an earlier one who chose it.
  for (const id of ids) if (!choices.has(id)) choices.set(id, { id, title: unnamed });
  return [...choices.values()];
}
