import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { LoadCache } from '../infrastructure/cache/load-cache.js';
import { CommitLog, type Snapshot } from '../infrastructure/outbox/commit-log.js';
import type { EventKind } from '../infrastructure/outbox/domain-events.js';
import { tenantKey, type Tenant } from '../infrastructure/tenancy/tenant.js';
import { DirectoryRepository, type DirectoryFilter } from './directory.repository.js';
import type { PersonCursor, PersonOrder } from './person-order.js';

const maxCounts = 2000;
/** Bounds the age of a count that a write without an event made wrong, such as a migration's. */
const freshMs = 60_000;

/** Events that change the listed members or their search words. */
const changingKinds = new Set<EventKind>(['MemberSignedUp', 'MemberChanged', 'MemberLeaving', 'AccountDeleted']);

/**
 * Keeps the sizes of the directory and of searches in it, and the starts of their numbered pages, so that a page counts nothing
 * (ADR 0051). A member's change drops all of the community, in every process.
 */
@Injectable()
export class DirectoryCounts {
  private readonly counts = new LoadCache<number>(maxCounts, freshMs);
  private readonly cursors = new LoadCache<PersonCursor>(maxCounts, freshMs);
  /** Changes so far by community: a part of the keys, so that counts that began before a change are not used after it. */
  private readonly changes = new Map<string, number>();
  private allChanges = 0;
  private readonly groupCounts = new LoadCache<number>(maxCounts, freshMs);

  constructor(
    private readonly directory: DirectoryRepository,
    commitLog: CommitLog,
    mongo: Mongo,
  ) {
    commitLog.on((event) => {
      if (!event || event.kind === 'MembershipChanged') this.groupCounts.clear();
      if (!event) this.allChanges++;
      else if (changingKinds.has(event.kind)) this.drop(event.tenant.community);
    });
    mongo.onWrite('memberships', () => this.groupCounts.clear());
    // The row of a change is complete; a note of activity and a drop of cached rows name it only.
    mongo.onWrite('users', (row) => {
      if (!row) this.allChanges++;
      else if ('username' in row) this.drop(String(row['community']));
    });
  }

  /** How many members the scope has. */
  async size(_: Snapshot, tenant: Tenant, scope: DirectoryFilter): Promise<number> {
    const key = this.keyOf(tenant, scope);
    return (await this.counts.get(key, () => this.directory.size(tenant, scope)))!;
  }

  /** How many listed members a group has: from `count` at most once between two changes. */
  async groupSize(
    _: Snapshot,
    tenant: Tenant,
    group: string,
    withBanned: boolean,
    count: () => Promise<number>,
  ): Promise<number> {
    return (await this.groupCounts.get(this.keyOf(tenant, { withBanned }, group), count))!;
  }

  /** The cursor behind the first `rows` rows of the scope: the database skips them once, not for every reading of a page. */
  cursorBehind(
    _: Snapshot,
    tenant: Tenant,
    scope: DirectoryFilter,
    order: PersonOrder,
    rows: number,
  ): Promise<PersonCursor | null> {
    const key = this.keyOf(tenant, scope, order.sort, order.ranges.length, rows);
    return this.cursors.get(key, async () => {
      const [last] = await this.directory.page(tenant, scope, order, 1, { skip: rows - 1 });
      return last ? { key: last.sort_keys[order.sort], id: last._id } : null;
    });
  }

  /** Names the scope and its present members. */
  private keyOf(
    tenant: Tenant,
    { among, without = [], terms = [], withTags = false, withBanned }: DirectoryFilter,
    ...more: (string | number)[]
  ): string {
    const version = `${this.allChanges} ${this.changes.get(tenant.community) ?? 0}`;
    const ids = among || without.length > 0 ? digest([among, without]) : '';
    return tenantKey(tenant, JSON.stringify([version, withBanned, withTags, [...terms].sort(), ids, ...more]));
  }

  private drop(community: string): void {
    this.changes.set(community, (this.changes.get(community) ?? 0) + 1);
  }
}

/** A short name for ids of any number. */
function digest(ids: unknown): string {
  return createHash('sha256').update(JSON.stringify(ids)).digest('base64');
}
