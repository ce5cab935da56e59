import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import {
  TenantRepository,
  type InSession,
  type NewRow,
  type TenantFilter,
} from '../../infrastructure/mongo/tenant-repository.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { previewComments } from './shout.repository.js';
import { shoutSchema, type ShoutRow } from './shout.schema.js';

/** What a new comment changes of its shout. */
export type ThreadCounters = Pick<ShoutRow, 'comments_made' | 'comments_count' | 'last_comments' | 'thread_version'>;

/** The ids of new comments of a shout, oldest first, and the shout as it was read last, if it was. */
export interface NewComments {
  added: string[];
  root?: ThreadCounters | undefined;
}

const fields = ['comments_made', 'comments_count', 'last_comments', 'thread_version'] as const;
const present = { deleted: false, admin_deleted: false };

/** Adds shouts and comments, and counts comments on their shouts. */
@Injectable()
export class NewShoutRepository extends TenantRepository<ShoutRow> {
  /** The counters that this process wrote last; others may have changed them since. */
  private readonly last = new LRUCache<string, ThreadCounters>({ max: 10_000 });
  /** Shouts whose assumed counters were wrong: their next batch reads them. */
  private readonly refuted = new LRUCache<string, true>({ max: 1000 });

  constructor(mongo: Mongo) {
    super(mongo, 'shouts', shoutSchema, ['terms']);
  }

  /** At the end of the transaction. */
  addAll(tenant: Tenant, rows: readonly NewRow<ShoutRow>[], options: Required<InSession>): void {
    this.insertLater(tenant, rows, options);
  }

  /**
   * Counts new comments, given by shout; at the end of the transaction if the present counters are known. Returns the counters by shout,
   * without missing and deleted shouts; the last comment's position is `comments_made`.
   */
  async countComments(
    tenant: Tenant,
    comments: ReadonlyMap<string, NewComments>,
    options: Required<InSession>,
  ): Promise<Map<string, ThreadCounters>> {
    const counters = this.countKnown(tenant, comments, options) ?? (await this.countStored(tenant, comments, options));
    this.mongo.whenEnded(options.session, (isCommitted) => {
      for (const [id, row] of counters) {
        const key = tenantKey(tenant, id);
        if (isCommitted) this.last.set(key, row);
        else this.last.delete(key);
        this.refuted.delete(key);
      }
    });
    return counters;
  }

  /** A shout's version changes with each of its counters, so the update finds it only if they are the known ones. */
  private countKnown(
    tenant: Tenant,
    comments: ReadonlyMap<string, NewComments>,
    options: Required<InSession>,
  ): Map<string, ThreadCounters> | undefined {
    const known = [...comments].map(([_id, { added, root }]) => ({ _id, added, row: this.known(tenant, _id, root) }));
    const counters = new Map<string, ThreadCounters>();
    for (const { _id, added, row } of known) {
      if (!row) return undefined;
      counters.set(_id, {
        comments_made: row.comments_made + added.length,
        comments_count: row.comments_count + added.length,
        last_comments: [...row.last_comments, ...added].slice(-previewComments),
        thread_version: versionOf(row) + 1,
      });
    }
    const changes = known.map(({ _id, row }) => {
      // A new shout has no version.
      const version = (row!.thread_version ?? null) as number;
      return { filter: { _id, ...present, thread_version: version }, update: { $set: counters.get(_id)! } };
    });
    const forget = () => known.forEach(({ _id }) => this.refuted.set(tenantKey(tenant, _id), true));
    this.changeLater(tenant, changes, options, forget);
    return counters;
  }

  private known(tenant: Tenant, id: string, root: ThreadCounters | undefined): ThreadCounters | undefined {
    const key = tenantKey(tenant, id);
    if (this.refuted.has(key)) return undefined;
    const own = this.last.get(key);
    return own && (!root || versionOf(own) >= versionOf(root)) ? own : root;
  }

  private async countStored(
    tenant: Tenant,
    comments: ReadonlyMap<string, NewComments>,
    options: Required<InSession>,
  ): Promise<Map<string, ThreadCounters>> {
    const changes = [...comments].map(([_id, { added }]) => ({
      filter: { _id, ...present },
      update: {
        $inc: { comments_made: added.length, comments_count: added.length, thread_version: 1 },
        $push: { last_comments: { $each: [...added], $slice: -previewComments } },
      },
    }));
    await this.changeEach(tenant, changes, options);
    const filter: TenantFilter<ShoutRow> = { _id: { $in: [...comments.keys()] }, ...present };
    const rows = await this.findParts(tenant, filter, fields, options);
    return new Map(rows.map(({ _id, ...row }) => [_id, row]));
  }
}

const versionOf = ({ thread_version = 0 }: ThreadCounters) => thread_version;
