import { readChats } from '@paddock/contract/calls/chats';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import type { FormContext, FormGroup } from './event-forms';

/** The member's groups without that of everybody, and the event's own group; undefined while they load, the failed query after an error. */
export function useMyGroups(own?: FormGroup): FormContext['groups'] {
  const { user } = useSession();
  const answer = useCallQuery(readChats, { verb: 'retrieve', prop: 'groups', count: 60 });
  if (!answer.data)
    return answer.isError ? { error: answer.error, isFetching: answer.isFetching, refetch: answer.refetch } : undefined;
  const found = answer.data.filters
    .filter(({ id }) => user?.groups.includes(id))
    .map(({ id, title, color, icon }) => ({ id, title, ...(color && { color }), ...(icon && { icon }) }));
  return own && found.every(({ id }) => id !== own.id) ? [own, ...found] : found;
}
