import { readChats } from '@paddock/contract/calls/chats';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import type { FormGroup } from './event-forms';

/** The member's groups without that of everybody; undefined while they load. */
export function useMyGroups(): FormGroup[] | undefined {
  const { user } = useSession();
  const answer = useCallQuery(readChats, { verb: 'retrieve', prop: 'groups', count: 60 });
  if (answer.isError) return [];
  return answer.data?.filters
    .filter(({ id }) => user?.groups.includes(id))
    .map(({ id, title, color, icon }) => ({ id, title, ...(color && { color }), ...(icon && { icon }) }));
}
