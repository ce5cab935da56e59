import { Injectable } from '@nestjs/common';
import type { EventKind } from '../../infrastructure/outbox/domain-events.js';
import { RowCache } from '../../infrastructure/mongo/row-cache.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LikeRepository } from '../storage/like.repository.js';
import { ShoutRepository, type ThreadHead } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** A shout with its newest comments and what decides, for any viewer, whether they liked them. */
export interface Thread {
  readonly root: Readonly<ShoutRow>;
  /** Oldest first. */
  readonly comments: readonly Readonly<ShoutRow>[];
  /** Everybody who likes a shout, by its id. Of very long lists the database is asked for each viewer. */
  readonly likers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The largest page that is asked for, and one to know whether there is more. */
const maxNewest = 51;
const maxPeople = 200;
const maxThreads = 5000;
const maxCharacters = 20_000_000;

/**
 * Threads as everybody reads them, kept by id and version (ADR 0013). Each write that changes what a thread shows raises
 * `thread_version` in its transaction, so that a kept thread whose version is the stored one is right, whichever process wrote.
 * Nothing here depends on a viewer; who asks has checked that they may read the conversation.
 */
@Injectable()
export class Threads {
  private readonly kept = new Map<string, { version: number; thread: Thread; characters: number }>();
  private characters = 0;
  private readonly pages = new RowCache<ThreadHead[]>(2000);

  constructor(
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    committed: CommitLog,
  ) {
    committed.on((event) => {
      // What a member leaves behind loses their likes with events of its own, mentions of them without.
      if (!event || event.kind === 'AccountDeleted') this.pages.clear();
      else if (pageKinds.has(event.kind) && 'conversation' in event)
        this.pages.drop(tenantKey(event.tenant, event.conversation));
    });
  }

  /** Heads of a conversation's newest shouts, newest first, for who has awaited {@link CommitLog.sync} (ADR 0023). */
  async newest(tenant: Tenant, conversation: string, limit: number): Promise<ThreadHead[]> {
    const load = () => this.shouts.headsOfThread(tenant, conversation, { limit: maxNewest });
    return (await this.pages.get(tenantKey(tenant, conversation), load))!.slice(0, limit);
  }

  /** In the order of the heads, which have just been read. */
  async of(tenant: Tenant, heads: readonly ThreadHead[]): Promise<Thread[]> {
    const found = new Map<string, Thread>();
    for (const { _id, thread_version } of heads) {
      const entry = this.kept.get(tenantKey(tenant, _id));
      if (entry?.version === (thread_version ?? 0)) found.set(_id, entry.thread);
    }
    const missing = heads.flatMap(({ _id }) => (found.has(_id) ? [] : [_id]));
    for (const thread of missing.length > 0 ? await this.load(tenant, missing) : []) {
      found.set(thread.root._id, thread);
      this.keep(tenant, thread);
    }
    return heads.flatMap(({ _id }) => found.get(_id) ?? []);
  }

  /** The roots first: what is read after them is as new as their version, or newer. */
  private async load(tenant: Tenant, ids: readonly string[]): Promise<Thread[]> {
    const roots = await this.shouts.byIds(tenant, ids);
    const comments = await this.shouts.byIds(
      tenant,
      roots.flatMap((root) => root.last_comments),
    );
    const liked = [...roots, ...comments].filter(
      (row) => row.likes_count > row.first_likes.length && row.likes_count <= maxPeople,
    );
    const likers = await this.likes.likersOf(tenant, idsOf(liked));
    const byId = new Map(comments.map((row) => [row._id, row]));
    return roots.map((root) => {
      const own = root.last_comments.flatMap((id) => byId.get(id) ?? []);
      const ids = idsOf([root, ...own]);
      return { root, comments: own, likers: only(likers, ids) };
    });
  }

  private keep(tenant: Tenant, thread: Thread): void {
    const { root, comments } = thread;
    const key = tenantKey(tenant, root._id);
    // Rows, and what is kept with them as JSON, are never without a few hundred characters of ids and names.
    const characters = [root, ...comments].reduce((sum, { text }) => sum + 2 * text.length + 1000, 0);
    this.drop(key);
    this.kept.set(key, { version: root.thread_version ?? 0, thread, characters });
    this.characters += characters;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= maxThreads && this.characters <= maxCharacters) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.characters -= this.kept.get(key)?.characters ?? 0;
    this.kept.delete(key);
  }
}

const pageKinds = new Set<EventKind>(['ShoutPosted', 'CommentPosted', 'ShoutUpdated', 'ShoutDeleted']);

const idsOf = (rows: readonly Pick<ShoutRow, '_id'>[]) => rows.map((row) => row._id);

function only<V>(all: ReadonlyMap<string, V>, ids: readonly string[]): Map<string, V> {
  return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id)!] as const] : [])));
}
