import { Injectable } from '@nestjs/common';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import type { DueState } from '@paddock/contract/calls/due-fields';
import { missingAccess } from '@paddock/contract/calls/users';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';
import { LoadCache } from '../../infrastructure/cache/load-cache.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import { DueRoster, type RosterMember } from './due-roster.js';
import type { DueRow } from './due.schema.js';

type Named = Pick<DueRow, 'users' | 'groups'>;
const maxKept = 1000;
const cacheMs = 10 * 60_000;

/**
 * Who owes a due: the full members of its workplace, or those of them whom it names, by id or as members of a group. A member who
 * joins later owes it too; one who leaves owes it no longer.
 */
@Injectable()
export class DueOwing {
  /** The members with a state other than open, by due and its number of changes. */
  private readonly states = new LoadCache<ReadonlyMap<string, DueState>>(maxKept, cacheMs);

  private readonly ids = new WeakMap<readonly RosterMember[], ReadonlySet<string>>();

  constructor(
    private readonly roster: DueRoster,
    private readonly memberships: MembershipRepository,
    private readonly payments: DuePaymentRepository,
    private readonly workplaces: Workplaces,
    private readonly communities: Communities,
  ) {}

  /** Whether a member owes a due, for any number of dues. */
  async ofMember(tenant: Tenant, user: UserRow): Promise<(due: Named) => boolean> {
    const config = this.communities.find(tenant.community);
    if (!config || !this.workplaces.includes(tenant, user) || missingAccess(user, config) !== undefined)
      return () => false;
    const groups = new Set((await this.memberships.ofUser(tenant, user._id)).map(({ group }) => group));
    return (due) =>
      isForAll(due) ||
      due.users.includes(user._id) ||
      due.groups.some((id) => id === everybodyGroupId || groups.has(id));
  }

  /** Ids of those of these members who owe a due. */
  async owersAmong(tenant: Tenant, due: Named, users: readonly UserRow[]): Promise<ReadonlySet<string>> {
    const owing = await Promise.all(users.map(async (user) => (await this.ofMember(tenant, user))(due)));
    return new Set(users.filter((_, at) => owing[at]).map(({ _id }) => _id));
  }

  /** The members who owe a due, paid or not, by full name. */
  async members(tenant: Tenant, due: Named): Promise<readonly RosterMember[]> {
    const config = this.communities.find(tenant.community);
    if (!config) return [];
    const all = await this.roster.members(tenant, config);
    if (isForAll(due) || due.groups.includes(everybodyGroupId)) return all;
    const inGroups = due.groups.length > 0 ? await this.memberships.usersOf(tenant, due.groups) : [];
    const named = new Set([...due.users, ...inGroups]);
    return all.filter(({ id }) => named.has(id));
  }

  /** States other than open, of present and former members. */
  async statesOf(tenant: Tenant, { _id, changes }: DueRow): Promise<ReadonlyMap<string, DueState>> {
    const load = async () => {
      const rows = await this.payments.settled(tenant, _id);
      return new Map(rows.map(({ user, state }) => [user, state]));
    };
    return (await this.states.get(tenantKey(tenant, _id, String(changes)), load))!;
  }

  /** Those of a whole workplace are the same for most dues. */
  private idsOf(members: readonly RosterMember[]): ReadonlySet<string> {
    const known = this.ids.get(members) ?? new Set(members.map(({ id }) => id));
    this.ids.set(members, known);
    return known;
  }

  /** The members of a due with those who paid it and owe it no longer, by full name. */
  async everyone(tenant: Tenant, due: DueRow) {
    const [owing, states] = await Promise.all([this.members(tenant, due), this.statesOf(tenant, due)]);
    const ids = this.idsOf(owing);
    const formerIds = [...states.keys()].filter((id) => !ids.has(id));
    return { owing, states, formerIds };
  }
}

const isForAll = ({ users, groups }: Named) => users.length === 0 && groups.length === 0;
