import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EventKind } from '../../infrastructure/outbox/domain-events.js';
import { LoadCache } from '../../infrastructure/cache/load-cache.js';
import { CommitLog, type Snapshot } from '../../infrastructure/outbox/commit-log.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LikeRepository } from '../storage/like.repository.js';
import { ShoutRepository, type Span, type ThreadHead } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** A shout with some of its comments, the newest ones in feeds, and their likers. */
export interface Thread {
  readonly root: Readonly<ShoutRow>;
  /** Oldest first. */
  readonly comments: readonly Readonly<ShoutRow>[];
  /** All likers by shout id; without an entry for a very long list, which needs a query for each viewer. */
  readonly likers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The largest page, plus one to know whether there are more. */
const maxNewest = 51;
/** Spans that are kept of one conversation. */
const maxSpans = 50;
/** Bounds the age of pages that a write without an event changed, such as a migration's. */
const pagesMs = 60_000;
const maxLikers = 200;
const maxThreads = 5000;
const maxCharacters = 20_000_000;

/**
 * Caches threads by id and version (ADR 0013). Each write that changes a thread raises its `thread_version` in the same
 * transaction, so a cached thread with the stored version is current, whichever process wrote it. Threads do not depend on the
 * viewer; the caller checks that the viewer may read the conversation.
 */
@Injectable()
export class Threads {
  private readonly cache = new LRUCache<string, Thread>({
    max: maxThreads,
    maxSize: maxCharacters,
    sizeCalculation: charactersOf,
  });
  /** By conversation, then by span. */
  private readonly pages = new LoadCache<Map<string, Promise<ThreadHead[]>>>(2000, pagesMs);

  constructor(
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    commitLog: CommitLog,
  ) {
    commitLog.on((event) => {
      // Account erasure removes likes with events, but mentions without.
      if (!event || event.kind === 'AccountDeleted') this.pages.clear();
      else if (pageKinds.has(event.kind) && 'conversation' in event)
        this.pages.drop(tenantKey(event.tenant, event.conversation));
    });
  }

  /** Heads of a conversation's newest shouts, newest first. */
  async newest(snapshot: Snapshot, tenant: Tenant, conversation: string, limit: number): Promise<ThreadHead[]> {
    return (await this.span(snapshot, tenant, conversation, { limit: maxNewest })).slice(0, limit);
  }

  /** {@link ShoutRepository.headsOfThread} for a conversation. */
  async span(_: Snapshot, tenant: Tenant, conversation: string, span: Span): Promise<ThreadHead[]> {
    const spans = (await this.pages.get(tenantKey(tenant, conversation), async () => new Map()))!;
    const key = [span.before, span.after, span.limit].join();
    const entry = spans.get(key);
    if (entry) return entry;
    if (spans.size === maxSpans) spans.clear();
    const loading = this.shouts.headsOfThread(tenant, conversation, span);
    spans.set(key, loading);
    loading.catch(() => spans.delete(key));
    return loading;
  }

  /** In the order of the heads, which the caller has just read. */
  async of(tenant: Tenant, heads: readonly ThreadHead[]): Promise<Thread[]> {
    const found = new Map<string, Thread>();
    for (const head of heads) {
      const thread = this.cached(tenantKey(tenant, head._id), head);
      if (thread) found.set(head._id, thread);
    }
    const missing = idsOf(heads).filter((id) => !found.has(id));
    // The roots first, so that the rest is at least as new as their version.
    for (const thread of await this.load(tenant, await this.shouts.byIds(tenant, missing)))
      found.set(thread.root._id, thread);
    return heads.flatMap(({ _id }) => found.get(_id) ?? []);
  }

  /** The thread of a shout that the caller has just read. */
  async ofRoot(tenant: Tenant, root: ShoutRow): Promise<Thread> {
    return this.cached(tenantKey(tenant, root._id), root) ?? (await this.load(tenant, [root]))[0]!;
  }

  /** A shout that the caller has just read with the newest `limit` comments below position `before`. */
  async withComments(tenant: Tenant, root: ShoutRow, limit: number, before?: number): Promise<Thread> {
    const key = `${tenantKey(tenant, root._id)} ${limit} ${before}`;
    const cached = this.cached(key, root);
    if (cached) return cached;
    const comments = (await this.shouts.ofThread(tenant, root._id, { before, limit })).reverse();
    const thread = { root, comments, likers: await this.likersOf(tenant, comments) };
    this.cache.set(key, thread);
    return thread;
  }

  private async load(tenant: Tenant, roots: readonly ShoutRow[]): Promise<Thread[]> {
    const comments = await this.shouts.byIds(
      tenant,
      roots.flatMap((root) => root.last_comments),
    );
    const likers = await this.likersOf(tenant, [...roots, ...comments]);
    const byId = new Map(comments.map((row) => [row._id, row]));
    return roots.map((root) => {
      const own = root.last_comments.flatMap((id) => byId.get(id) ?? []);
      const thread = { root, comments: own, likers: only(likers, idsOf([root, ...own])) };
      this.cache.set(tenantKey(tenant, root._id), thread);
      return thread;
    });
  }

  private async likersOf(tenant: Tenant, rows: readonly ShoutRow[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const liked = rows.filter((row) => row.likes_count > row.first_likes.length && row.likes_count <= maxLikers);
    return liked.length > 0 ? this.likes.likersOf(tenant, idsOf(liked)) : new Map();
  }

  private cached(key: string, row: Pick<ShoutRow, 'thread_version'>): Thread | undefined {
    const thread = this.cache.get(key);
    return thread && versionOf(thread.root) === versionOf(row) ? thread : undefined;
  }
}

const pageKinds = new Set<EventKind>(['ShoutPosted', 'CommentPosted', 'ShoutUpdated', 'LinkClicked', 'ShoutDeleted']);

const versionOf = ({ thread_version = 0 }: Pick<ShoutRow, 'thread_version'>) => thread_version;

/** The texts, and 1000 characters of ids and names each. */
const charactersOf = ({ root, comments }: Thread) =>
  [root, ...comments].reduce((sum, { text }) => sum + text.length + 1000, 0);

const idsOf = (rows: readonly Pick<ShoutRow, '_id'>[]) => rows.map((row) => row._id);

function only<V>(all: ReadonlyMap<string, V>, ids: readonly string[]): Map<string, V> {
  return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id)!] as const] : [])));
}
