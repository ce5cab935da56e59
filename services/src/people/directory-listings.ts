import { Injectable } from '@nestjs/common';
import type { SignedInCaller } from '../community/calls/caller.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import { CommitLog } from '../infrastructure/outbox/commit-log.js';
import { DirectoryCounts } from './directory-counts.js';
import { DirectoryReach } from './directory-reach.js';
import { DirectoryRepository, type DirectoryFilter } from './directory.repository.js';
import { GroupDirectory } from './group-directory.js';
import { orderFor, type PageStart, type PersonCursor } from './person-order.js';

/** Members in the caller's order. */
export interface Listing {
  rows: (start: PageStart, limit: number) => Promise<UserRow[]>;
  size: () => Promise<number>;
  /** The cursor behind the first rows. */
  cursorBehind: (rows: number) => Promise<PersonCursor | null>;
  /** The row of a listed member. */
  member: (id: string) => Promise<UserRow | undefined>;
}

type Which = Omit<DirectoryFilter, 'withBanned'>;

/** Lists of the directory's members whom a caller may see. */
@Injectable()
export class DirectoryListings {
  constructor(
    private readonly directory: DirectoryRepository,
    private readonly groups: GroupDirectory,
    private readonly counts: DirectoryCounts,
    private readonly memberships: MembershipRepository,
    private readonly reach: DirectoryReach,
    private readonly commitLog: CommitLog,
  ) {}

  of({ tenant, user, flags, language, arrived }: SignedInCaller, which: Which): Listing {
    const scope = { ...which, withBanned: user.admin };
    const order = orderFor(language, flags);
    const snapshot = () => this.commitLog.sync(arrived);
    return {
      rows: (start, limit) => this.directory.page(tenant, scope, order, limit, start),
      size: async () => this.counts.size(await snapshot(), tenant, scope),
      cursorBehind: async (rows) => this.counts.cursorBehind(await snapshot(), tenant, scope, order, rows),
      member: async (id) => (await this.directory.withIds(tenant, scope, [id]))[0],
    };
  }

  /** The members of a group, or without one of the workplace. @throws GROUP_NOT_FOUND; FORBIDDEN */
  async ofGroup(caller: SignedInCaller, group: string | undefined, limit: number): Promise<Listing> {
    const { tenant, user, flags, language, arrived } = caller;
    const byIds = async () => this.of(caller, { among: await this.reach.among(caller, group) });
    const id = await this.reach.wholeGroup(caller, group);
    if (id === undefined) return byIds();
    const scope = { group: id, withBanned: user.admin };
    const size = await this.groups.size(await this.commitLog.sync(arrived), tenant, scope, limit);
    if (size === undefined) return byIds();
    const order = orderFor(language, flags);
    return {
      rows: async (start, most) => {
        const walked = start.skip ? undefined : await this.groups.page(tenant, { ...scope, size }, order, most, start);
        return walked ?? (await byIds()).rows(start, most);
      },
      size: () => Promise.resolve(size),
      cursorBehind: async (rows) => (await byIds()).cursorBehind(rows),
      member: async (one) => {
        const [membership] = await this.memberships.inGroup(tenant, id, [one]);
        return membership && this.of(caller, {}).member(one);
      },
    };
  }
}
