import { Injectable } from '@nestjs/common';
import type { readAdmins, setRole } from '@paddock/contract/calls/profiles';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../community/calls/caller.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';
import { endedBlocks } from '../community/users/ended-blocks.js';
import { LastAdmin } from '../community/users/last-admin.js';
import { ProfileRepository } from '../community/users/profile.repository.js';
import { UserCards } from '../community/users/user-cards.js';
import { UserRepository } from '../community/users/user.repository.js';
import type { AclEntry, UserRow } from '../community/users/user.schema.js';
import { Workplaces } from '../community/workplaces/workplaces.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';

type Change = CallArguments<typeof setRole>;

/** Grants and revokes roles: workplace admins theirs, super admins also the admin flag. The last of each stays. */
@Injectable()
export class MemberRoles {
  constructor(
    private readonly users: UserRepository,
    private readonly profiles: ProfileRepository,
    private readonly visibility: UserVisibility,
    private readonly workplaces: Workplaces,
    private readonly lastAdmin: LastAdmin,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly cards: UserCards,
  ) {}

  /** The admins of the workplace, super admins first, each group by full name. Leaves out members who cannot sign in. */
  async list({ tenant, user }: SignedInCaller): Promise<CallReply<typeof readAdmins>> {
    const [supers, locals] = await Promise.all([
      this.users.admins(tenant, 'community'),
      this.users.admins(tenant, [tenant.workplace]),
    ]);
    const rows = [...byName(supers), ...byName(locals.filter((row) => !has(supers, row._id)))];
    const roles = (row: UserRow) => ({ admin: row.admin, workplace_admin: isWorkplaceAdmin(row, tenant.workplace) });
    return { users: rows.map((row) => ({ ...this.cards.card(tenant, user._id, row), ...roles(row) })) };
  }

  /**
   * @throws USER_NOT_FOUND, LAST_ADMIN; FORBIDDEN for a caller without the role, also if another admin has just taken it, and for
   * a member of other workplaces.
   */
  async set(caller: SignedInCaller, { id, role, granted }: Change): Promise<void> {
    const { tenant, user } = caller;
    await this.visibility.find(caller, id);
    if (role === 'admin' && !user.admin) throw new PaddockError('FORBIDDEN');
    await this.mongo.transaction(async (session) => {
      const supers = await this.lastAdmin.inTurn(tenant, 'community', session);
      const locals = role === 'admin' ? [] : await this.lastAdmin.inTurn(tenant, 'workplace', session);
      if (!has(supers, user._id) && !has(locals, user._id)) throw new PaddockError('FORBIDDEN');
      const member = await this.profiles.stored(tenant, id, { session });
      if (!member) throw new PaddockError('USER_NOT_FOUND');
      if (hasRole(member, role, tenant) === granted) return;
      if (role === 'workplace_admin' && !this.mayChangeHere(tenant, member)) throw new PaddockError('FORBIDDEN');
      const holders = role === 'admin' ? supers : locals;
      if (!granted && has(holders, id) && holders.length === 1) throw new PaddockError('LAST_ADMIN');
      await this.store(tenant, member, { role, granted }, session);
      // Admins cannot be blocked (A §6).
      const blockers = granted ? await this.users.forgetBlocks(tenant, id, { session }) : [];
      await this.outbox.add(
        session,
        { kind: 'MemberChanged', tenant, user: id },
        { kind: 'RoleChanged', tenant, user: id, by: user._id, role, granted },
        ...endedBlocks(tenant, blockers, id),
      );
    });
  }

  /** Whether {@link set} gives this member the role of the workplace, or takes it away; LAST_ADMIN aside, which says why. */
  canSetWorkplaceAdmin({ tenant, user }: SignedInCaller, member: UserRow): boolean {
    return isWorkplaceAdmin(user, tenant.workplace) && !member.admin && this.mayChangeHere(tenant, member);
  }

  /** Members of other workplaces, whom a super admin sees from the default one, only lose a role that they have here. */
  private mayChangeHere(tenant: Tenant, member: UserRow): boolean {
    return hasRole(member, 'workplace_admin', tenant) || this.workplaces.includes(tenant, member);
  }

  private store(
    tenant: Tenant,
    { _id, acl }: UserRow,
    { role, granted }: Pick<Change, 'role' | 'granted'>,
    session: ClientSession,
  ) {
    if (role === 'admin') return this.users.setAdmin(tenant, _id, granted, { session });
    return this.profiles.setAcl(tenant, _id, changedAcl(acl, tenant.workplace, granted), { session });
  }
}

const byName = (rows: readonly UserRow[]) =>
  [...rows].sort((a, b) => (a.sort_keys.fullname < b.sort_keys.fullname ? -1 : 1));
const has = (rows: readonly UserRow[], id: string) => rows.some(({ _id }) => _id === id);

function hasRole({ admin, acl }: UserRow, role: Change['role'], { workplace }: Tenant): boolean {
  return role === 'admin' ? admin : acl.some(({ resources }) => resources.includes(workplace));
}

function changedAcl(acl: readonly AclEntry[], workplace: string, granted: boolean): AclEntry[] {
  const others = acl.flatMap(({ resources }) => resources).filter((one) => one !== workplace);
  const resources = granted ? [...others, workplace] : others;
  return resources.length > 0 ? [{ title: 'workplace_admin', resources }] : [];
}
