import { Injectable } from '@nestjs/common';
import type { Deployment } from '@paddock/contract/core/deployment';
import { foldText } from '@paddock/contract/core/folding';
import { missingAccess } from '@paddock/contract/calls/users';
import { placesOf } from '@paddock/contract/core/workplaces';
import { UserRepository } from '../../community/users/user.repository.js';
import { userSchema, type UserRow } from '../../community/users/user.schema.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';
import { LoadCache } from '../../infrastructure/cache/load-cache.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { EventKind } from '../../infrastructure/outbox/domain-events.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';

/** A full member of a workplace, as the status board lists them. */
export interface RosterMember {
  id: string;
  /** Sorts by full name. */
  key: string;
  /** What a search looks in, folded. */
  text: string;
}

const maxRosters = 50;
/** Bounds the age of a roster that a write without an event made wrong, such as a migration's. */
const freshMs = 60_000;
const changingKinds = new Set<EventKind>(['MemberSignedUp', 'MemberChanged', 'MemberLeaving', 'AccountDeleted']);

/** The full members of each workplace, by full name: in memory, since every page of every status board counts them all. */
@Injectable()
export class DueRoster extends TenantRepository<UserRow> {
  private readonly rosters = new LoadCache<readonly RosterMember[]>(maxRosters, freshMs);
  private readonly changes = new Map<string, number>();
  private allChanges = 0;

  constructor(
    mongo: Mongo,
    private readonly workplaces: Workplaces,
    private readonly committed: CommitLog,
    // Its cache drops a changed row before this roster is read again.
    private readonly users: UserRepository,
  ) {
    super(mongo, 'users', userSchema);
    committed.on((event) => {
      if (!event) this.allChanges++;
      else if (changingKinds.has(event.kind)) this.drop(event.tenant.community);
    });
    // The row of a change is complete; a note of activity and a drop of cached rows name it only.
    mongo.onWrite('users', (row) => {
      if (!row) this.allChanges++;
      else if ('username' in row) this.drop(String(row['community']));
    });
  }

  /** By full name. */
  async members(tenant: Tenant, config: Pick<Deployment, 'flags' | 'workplaces'>): Promise<readonly RosterMember[]> {
    await this.committed.recent();
    const version = `${this.allChanges} ${this.changes.get(tenant.community) ?? 0} ${config.flags.subscription_required} ${String(placesOf(config))}`;
    return (await this.rosters.get(tenantKey(tenant, version), () => this.load(tenant, config)))!;
  }

  /** Some members who are no longer on the roster, by full name; erased ones without a name. */
  async former(tenant: Tenant, ids: readonly string[]): Promise<RosterMember[]> {
    const rows = new Map((await this.users.byIds(tenant, ids)).map((row) => [row._id, memberOf(row)]));
    return ids.map((id) => rows.get(id) ?? { id, key: '', text: '' }).toSorted(byName);
  }

  private async load(tenant: Tenant, config: Pick<Deployment, 'flags' | 'workplaces'>): Promise<RosterMember[]> {
    const fields = ['sort_keys', 'fullname', 'username', 'email'] as const;
    const rights = ['email_verified', 'pending', 'denied', 'banned', 'admin', 'acl', 'subscription'] as const;
    const parts = [...fields, ...rights, 'workplaces'] as const;
    const rows = await this.findParts(tenant, this.workplaces.filter(tenant), parts);
    return rows
      .filter((row) => missingAccess(row, config) === undefined)
      .map(memberOf)
      .sort(byName);
  }

  private drop(community: string): void {
    this.changes.set(community, (this.changes.get(community) ?? 0) + 1);
  }
}

function memberOf({
  _id: id,
  sort_keys,
  fullname,
  username,
  email,
}: Pick<UserRow, '_id' | 'sort_keys' | 'fullname' | 'username' | 'email'>): RosterMember {
  return { id, key: sort_keys.fullname, text: foldText(`${fullname}\n${username}\n${email}`) };
}

/** The order of the status board. */
export function byName(a: RosterMember, b: RosterMember): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
