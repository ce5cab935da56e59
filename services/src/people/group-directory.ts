import { Injectable } from '@nestjs/common';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import { Workplaces } from '../community/workplaces/workplaces.js';
import type { Snapshot } from '../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { DirectoryCounts } from './directory-counts.js';
import { DirectoryRepository } from './directory.repository.js';
import type { PageStart, PersonOrder } from './person-order.js';

/** Rows of one step of a walk. */
const maxStep = 500;

interface GroupScope {
  group: string;
  /** Includes banned members, for super admins. */
  withBanned: boolean;
}

/**
 * The directory of a group of many members. A filter by their ids reads all of them for each page; this walks the directory's order
 * instead and skips the few who are not in the group.
 */
@Injectable()
export class GroupDirectory {
  constructor(
    private readonly directory: DirectoryRepository,
    private readonly memberships: MembershipRepository,
    private readonly counts: DirectoryCounts,
    private readonly workplaces: Workplaces,
  ) {}

  /**
   * The size of a group of which a page is read sooner by a walk; undefined for another one. Only where all members of the community
   * are in the workplace: elsewhere a group may have members of other ones.
   */
  async size(snapshot: Snapshot, tenant: Tenant, { group, withBanned }: GroupScope, limit: number) {
    const heres = this.workplaces.selecting(tenant);
    if (heres.length > 1 || Object.keys(heres[0]!).length > 0) return undefined;
    const [size, all] = await Promise.all([
      this.counts.groupSize(snapshot, tenant, group, withBanned, () => this.listed(tenant, group, withBanned)),
      this.counts.size(snapshot, tenant, { withBanned }),
    ]);
    // With the members spread evenly, a walk reads limit × all / size rows.
    return size * size > limit * all ? size : undefined;
  }

  /** The rows of a page from a start in an order; undefined when the walk is longer than the group, whose members are elsewhere. */
  async page(
    tenant: Tenant,
    { group, withBanned, size }: GroupScope & { size: number },
    order: PersonOrder,
    limit: number,
    start: PageStart,
  ): Promise<UserRow[] | undefined> {
    const rows: UserRow[] = [];
    let from = start;
    for (let [walked, step] = [0, limit]; walked <= size; step = Math.min(2 * step, maxStep)) {
      const found = await this.directory.page(tenant, { withBanned }, order, step, from);
      const ids = found.map(({ _id }) => _id);
      const members = new Set((await this.memberships.inGroup(tenant, group, ids)).map(({ user }) => user));
      rows.push(...found.filter(({ _id }) => members.has(_id)));
      if (rows.length >= limit || found.length < step) return rows.slice(0, limit);
      const { sort_keys, _id: id } = found.at(-1)!;
      const cursor = { key: sort_keys[order.sort], id };
      from = start.before ? { before: cursor } : { after: cursor };
      walked += step;
    }
    return undefined;
  }

  private async listed(tenant: Tenant, group: string, withBanned: boolean): Promise<number> {
    const [all, hidden] = await Promise.all([
      this.memberships.size(tenant, group),
      this.directory.hiddenIds(tenant, withBanned),
    ]);
    return all - (hidden.length > 0 ? await this.memberships.sizeAmong(tenant, group, hidden) : 0);
  }
}
