import { readProfile } from '@paddock/contract/calls/people';
import type { UserCard } from '@paddock/contract/calls/users';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { refreshSelf } from './refresh-self';

type Names = Pick<UserCard, 'id' | 'username' | 'fullname' | 'company' | 'profile_image'>;

/** Puts the current names and picture of a changed member into all replies of the cache that show the member. */
export async function showChangedMember(kit: Kit, id: string): Promise<void> {
  const { api, queryClient, session } = kit;
  if (session.get().user?.id === id) void refreshSelf(kit);
  void queryClient.invalidateQueries({ queryKey: [readProfile.name, { id }] });
  const isShown = queryClient
    .getQueryCache()
    .findAll()
    .some(({ state }) => withNames(state.data, { id }) !== state.data);
  if (!isShown) return;
  // Not a member any more, or invisible to this one: lists leave it out when they are read again.
  const member = await api.call(readProfile, { id }).catch(() => undefined);
  if (!member) return;
  const { username, fullname, company, profile_image } = member;
  const names = { id, username, fullname, company, profile_image };
  queryClient.setQueriesData({}, (data: unknown) => withNames(data, names));
}

/** A reply with a member's names replaced; the same object if it does not have the member. */
function withNames(value: unknown, names: Partial<Names> & { id: string }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const entries = value.map((one: unknown) => withNames(one, names));
    return entries.some((one, index) => one !== value[index]) ? entries : value;
  }
  const record = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(record).map(([name, inner]) => [name, withNames(inner, names)] as const);
  const isMember = record['id'] === names.id && 'username' in record && 'fullname' in record;
  if (!isMember && entries.every(([name, inner]) => inner === record[name])) return value;
  // A direct chat has the member's name as its title.
  const title = isMember && record['title'] === record['fullname'] && names.fullname ? { title: names.fullname } : {};
  return { ...Object.fromEntries(entries), ...(isMember && { ...names, ...title }) };
}
