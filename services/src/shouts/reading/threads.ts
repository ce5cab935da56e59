import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongodb';
import { groupBy } from '../../infrastructure/group-by.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { EventKind } from '../../infrastructure/outbox/domain-events.js';
import { CommitLog, type Snapshot } from '../../infrastructure/outbox/commit-log.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LikeRepository } from '../storage/like.repository.js';
import type { ThreadCounters } from '../storage/new-shout.repository.js';
import { ShoutRepository, type Span, type ThreadHead } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { hidesComments } from './hides-comments.js';
import { newestSpan, Pages } from './pages.js';

/** A shout with some of its comments, the newest ones in feeds, and their likers. */
export interface Thread {
  readonly root: Readonly<ShoutRow>;
  /** Oldest first. */
  readonly comments: readonly Readonly<ShoutRow>[];
  /** All likers by shout id; without an entry for a very long list, which needs a query for each viewer. */
  readonly likers: ReadonlyMap<string, ReadonlySet<string>>;
}

interface ChangedLikes {
  row: ShoutRow;
  added: readonly string[];
  removed: readonly string[];
}

/** New shouts and comments as they are stored, and the changed counters of the commented shouts. */
interface Added {
  added: readonly ShoutRow[];
  counters: ReadonlyMap<string, ThreadCounters>;
}

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
  private readonly pages = new Pages();

  constructor(
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly mongo: Mongo,
    private readonly communities: Communities,
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
    return (await this.span(snapshot, tenant, conversation, newestSpan)).slice(0, limit);
  }

  /** {@link ShoutRepository.headsOfThread} for a conversation. */
  span(_: Snapshot, tenant: Tenant, conversation: string, span: Span): Promise<ThreadHead[]> {
    const shown = this.shown(tenant, span);
    const load = () => this.shouts.headsOfThread(tenant, conversation, shown);
    return this.pages.get(tenantKey(tenant, conversation), shown, load);
  }

  private shown(tenant: Tenant, span: Span): Span {
    return hidesComments(this.communities, tenant) ? { ...span, present: true } : span;
  }

  /**
   * Call it in the transaction that adds shouts or comments: when it has committed, they are added to the kept pages and threads (ADR
   * 0012). `counters` are those of the commented shouts.
   */
  keepWhenEnded(session: ClientSession, tenant: Tenant, { added, counters }: Added): void {
    const versions = new Map([...counters].map(([id, row]) => [id, versionOf(row)]));
    for (const [conversation, rows] of groupBy(added, (row) => row.conversation)) {
      const shouts = rows.filter(({ in_reply_to }) => in_reply_to === undefined);
      this.extendWhenEnded(session, tenantKey(tenant, conversation), { shouts, versions });
    }
    this.mongo.whenEnded(session, (isCommitted) => {
      if (isCommitted) this.keepThreads(tenant, { added, counters });
    });
  }

  /** Like {@link keepWhenEnded}, for likes of a shout, not of a comment. `row` is the changed shout. */
  keepLikesWhenEnded(session: ClientSession, tenant: Tenant, { row, added, removed }: ChangedLikes): void {
    const versions = new Map([[row._id, versionOf(row)]]);
    this.extendWhenEnded(session, tenantKey(tenant, row.conversation), { shouts: [], versions });
    this.mongo.whenEnded(session, (isCommitted) => {
      const key = tenantKey(tenant, row._id);
      const thread = this.cache.get(key);
      if (!isCommitted || !thread || versionOf(thread.root) + 1 !== versionOf(row)) return;
      const likers = new Map(thread.likers);
      if (hasList(row)) {
        const before = likers.get(row._id);
        if (!before) return;
        likers.set(row._id, new Set([...before, ...added].filter((user) => !removed.includes(user))));
      } else likers.delete(row._id);
      this.cache.set(key, { ...thread, root: row, likers });
    });
  }

  private extendWhenEnded(session: ClientSession, key: string, extension: Parameters<Pages['extend']>[1]): void {
    const page = this.pages.entry(key);
    this.mongo.whenEnded(session, (isCommitted) => {
      if (isCommitted && page && this.pages.entry(key) === page) this.pages.extend(key, extension);
      else this.pages.drop(key);
    });
  }

  /** A shout as this process has kept it; others may have changed it since. */
  rootOf(tenant: Tenant, id: string): ShoutRow | undefined {
    return this.cache.get(tenantKey(tenant, id))?.root;
  }

  /** A shout with its newest comments, if its present version is kept. */
  known(_: Snapshot, tenant: Tenant, conversation: string, id: string): Thread | undefined {
    const head = this.pages
      .loaded(tenantKey(tenant, conversation), this.shown(tenant, newestSpan))
      ?.find(({ _id }) => _id === id);
    return head && this.cached(tenantKey(tenant, id), head);
  }

  /** Returns the threads in the order of the heads, which the caller has just read. */
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

  private keepThreads(tenant: Tenant, { added, counters }: Added): void {
    const rows = added.map(asRead);
    for (const root of rows)
      if (root.in_reply_to === undefined)
        this.cache.set(tenantKey(tenant, root._id), { root, comments: [], likers: new Map() });
    for (const [id, { comments_made, comments_count, last_comments, thread_version }] of counters) {
      const key = tenantKey(tenant, id);
      const thread = this.cache.get(key);
      if (!thread || versionOf(thread.root) + 1 !== thread_version) continue;
      const root = { ...thread.root, comments_made, comments_count, last_comments, thread_version };
      const known = new Map([...thread.comments, ...rows].map((row) => [row._id, row]));
      const comments = last_comments.flatMap((comment) => known.get(comment) ?? []);
      if (comments.length < last_comments.length) continue;
      const likers = only(thread.likers, idsOf([root, ...comments]));
      this.cache.set(key, { root, comments, likers });
    }
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
    const liked = rows.filter(hasList);
    return liked.length > 0 ? this.likes.likersOf(tenant, idsOf(liked)) : new Map();
  }

  private cached(key: string, row: Pick<ShoutRow, 'thread_version'>): Thread | undefined {
    const thread = this.cache.get(key);
    return thread && versionOf(thread.root) === versionOf(row) ? thread : undefined;
  }
}

const pageKinds = new Set<EventKind>(['ShoutPosted', 'CommentPosted', 'ShoutUpdated', 'LinkClicked', 'ShoutDeleted']);

/** Whether a thread has the likers of a shout: more than its row names, and not too many. */
const hasList = ({ likes_count, first_likes }: ShoutRow) =>
  likes_count > first_likes.length && likes_count <= maxLikers;

/** A new row as a repository reads it. */
function asRead({ terms: _terms, ...row }: ShoutRow): ShoutRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as ShoutRow;
}

const versionOf = ({ thread_version = 0 }: Pick<ShoutRow, 'thread_version'>) => thread_version;

/** The texts, and 1000 characters of ids and names each. */
const charactersOf = ({ root, comments }: Thread) =>
  [root, ...comments].reduce((sum, { text }) => sum + text.length + 1000, 0);

const idsOf = (rows: readonly Pick<ShoutRow, '_id'>[]) => rows.map((row) => row._id);

function only<V>(all: ReadonlyMap<string, V>, ids: readonly string[]): Map<string, V> {
  return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id)!] as const] : [])));
}
