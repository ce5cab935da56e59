import { banMember, terminateMember } from '@paddock/contract/calls/account-data';
import { type Profile, readClosest, readPeople, readProfile, searchPeople } from '@paddock/contract/calls/people';
import { blockMember, setRole, unblockMember } from '@paddock/contract/calls/profiles';
import { useCallMutation } from '@paddock/mfe-kit/queries';

/** An act about a member. */
export type Act =
  'block' | 'unblock' | 'ban' | 'unban' | 'end' | 'make_admin' | 'drop_admin' | 'make_super' | 'drop_super';

/** The toast's text after each act. */
export const doneTexts = {
  block: 'acts.blocked',
  unblock: 'acts.unblocked',
  ban: 'acts.banned',
  unban: 'acts.unbanned',
  end: 'acts.ended',
  make_admin: 'acts.role_changed',
  drop_admin: 'acts.role_changed',
  make_super: 'acts.role_changed',
  drop_super: 'acts.role_changed',
} as const satisfies Readonly<Record<Act, string>>;

const invalidates = [readProfile, readPeople, readClosest, searchPeople];

/** Sends an act; `reason` is that of a ban. */
export function useAct({ id }: Pick<Profile, 'id'>): (act: Act, reason?: string) => Promise<unknown> {
  const block = useCallMutation(blockMember, { invalidates });
  const unblock = useCallMutation(unblockMember, { invalidates });
  const role = useCallMutation(setRole, { invalidates });
  const ban = useCallMutation(banMember, { invalidates });
  const end = useCallMutation(terminateMember, { invalidates });
  return (act, reason) => {
    switch (act) {
      case 'block':
        return block.mutateAsync({ id });
      case 'unblock':
        return unblock.mutateAsync({ id });
      case 'ban':
        return ban.mutateAsync({ id, banned: true, ...(reason && { reason }) });
      case 'unban':
        return ban.mutateAsync({ id, banned: false });
      case 'end':
        return end.mutateAsync({ id });
      case 'make_admin':
      case 'drop_admin':
        return role.mutateAsync({ id, role: 'workplace_admin', granted: act === 'make_admin' });
      case 'make_super':
      case 'drop_super':
        return role.mutateAsync({ id, role: 'admin', granted: act === 'make_super' });
    }
  };
}
