import { Injectable } from '@nestjs/common';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import type { ClientSession } from 'mongodb';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { DomainEvent } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { retryOnDuplicate } from '../../infrastructure/mongo/retry-on-duplicate.js';
import { WriteBatcher } from '../../infrastructure/mongo/write-batcher.js';
import { LikeRepository } from '../storage/like.repository.js';
import type { LikeRow } from '../storage/like.schema.js';
import { isDeleted, type AccessibleShout } from '../reading/shout-access.js';
import { conversationsById, ShoutViews } from '../reading/shout-views.js';
import { Threads } from '../reading/threads.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

interface LikeRequest {
  tenant: Tenant;
  found: AccessibleShout;
  user: string;
  likes: boolean;
}

const maxBatch = 100;
const firstLikes = 3;
/** Likes of one batch that notify the author: a notification shows only the newest liker and the total. */
const maxReported = 5;

/**
 * Writes likes, a row for each, together with the shout's counter. Concurrent likes of one shout share a transaction
 * ({@link WriteBatcher}) and the queries for their replies.
 */
@Injectable()
export class LikeWriter {
  private readonly batcher = new WriteBatcher<LikeRequest, ShoutCard>((requests) => this.writeAll(requests), fitsBatch);

  constructor(
    private readonly mutex: KeyedMutex,
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly views: ShoutViews,
    private readonly users: UserRepository,
    private readonly threads: Threads,
    private readonly outbox: Outbox,
  ) {}

  /** Resolves when the like and its events are durable. @throws SHOUT_NOT_FOUND when the shout was deleted meanwhile */
  write(tenant: Tenant, found: AccessibleShout, user: string, likes: boolean): Promise<ShoutCard> {
    return this.batcher.add(found.row._id, { tenant, found, user, likes });
  }

  /** Removes the like of a member whose account is deleted, also from a shout that the member can no longer read. */
  async forget(workplace: Tenant, { shout, user }: LikeRow): Promise<void> {
    const row = await this.shouts.byId(workplace, shout);
    await this.mutex.transaction(row?.in_reply_to ?? shout, async (session) => {
      if ((await this.likes.removeAll(workplace, shout, [user], { session })) === 0 || !row) return;
      const first = await this.likes.first(workplace, shout, firstLikes, { session });
      await this.shouts.countLikes(workplace, shout, -1, first, { session });
      const facts = { conversation: row.conversation, shout, actor: user };
      await this.outbox.add(session, { kind: 'ShoutUpdated', tenant: workplace, ...facts });
    });
  }

  private async writeAll(requests: readonly LikeRequest[]): Promise<ShoutCard[]> {
    const { tenant, found } = requests[0]!;
    const row = await retryOnDuplicate(() =>
      this.mutex.transaction(threadOf(found), (session) => this.store(requests, session)),
    );
    const users = requests.map(({ user }) => user);
    const cardOf = await this.views.cardsFor(tenant, users, [row], conversationsById(found.access.conversation));
    return users.map((user) => cardOf(row, user));
  }

  /** Returns the updated shout. */
  private async store(requests: readonly LikeRequest[], session: ClientSession): Promise<ShoutRow> {
    const { tenant, found } = requests[0]!;
    const { _id: shout, conversation } = found.row;
    const row = await this.shouts.byId(tenant, shout, { session });
    if (!row || isDeleted(row)) throw new PaddockError('SHOUT_NOT_FOUND');
    const wantedByUser = new Map(requests.map(({ user, likes }) => [user, likes]));
    const likers = await this.likes.likersAmong(tenant, shout, [...wantedByUser.keys()], { session });
    const changed = [...wantedByUser.keys()].filter((user) => wantedByUser.get(user) !== likers.has(user));
    if (changed.length === 0) return row;
    const added = changed.filter((user) => wantedByUser.get(user));
    const removed = changed.filter((user) => !wantedByUser.get(user));
    const counted = await this.storeChanges(tenant, row, { added, removed }, session);
    const events: DomainEvent[] = [
      { kind: 'ShoutUpdated', tenant, conversation, shout, actor: changed[0]! },
      ...(await this.reported(tenant, row.author, added)).map(
        (by) => ({ kind: 'ShoutLiked', tenant, conversation, shout, by }) as const,
      ),
    ];
    if (counted && counted.in_reply_to === undefined) {
      this.threads.keepLikesWhenEnded(session, tenant, { row: counted, added, removed });
      await this.outbox.addKept(session, ...events);
    } else await this.outbox.add(session, ...events);
    return counted ?? row;
  }

  /** Returns the changed shout. */
  private async storeChanges(
    tenant: Tenant,
    row: ShoutRow,
    { added, removed }: { added: readonly string[]; removed: readonly string[] },
    session: ClientSession,
  ): Promise<ShoutRow | null> {
    const { _id: shout } = row;
    if (removed.length === 0 && row.in_reply_to === undefined) {
      const first = [...row.first_likes, ...added].slice(0, firstLikes);
      this.likes.addAllLater(tenant, shout, added, { session });
      return this.shouts.countLikesLater(tenant, row, added.length, first, { session });
    }
    await this.likes.addAll(tenant, shout, added, { session });
    await this.likes.removeAll(tenant, shout, removed, { session });
    const first = await this.likes.first(tenant, shout, firstLikes, { session });
    return this.shouts.countLikes(tenant, shout, added.length - removed.length, first, { session });
  }

  /** The newest likers that the author's notification may name; `Notifications` checks each of them again. */
  private async reported(tenant: Tenant, author: string, likers: readonly string[]): Promise<string[]> {
    if (likers.length <= maxReported) return [...likers];
    const [row, rows] = await Promise.all([this.users.byId(tenant, author), this.users.byIds(tenant, likers)]);
    const mayNotBeNamed = new Set([
      ...[author, ...(row?.blocked_users ?? [])],
      ...rows.filter(({ blocked_users }) => blocked_users.includes(author)).map(({ _id }) => _id),
    ]);
    return likers.filter((liker) => !mayNotBeNamed.has(liker)).slice(-maxReported);
  }
}

/** A member's like and unlike never share a batch: each has its own reply. */
function fitsBatch(batch: readonly LikeRequest[], next: LikeRequest): boolean {
  return batch.length < maxBatch && !batch.some(({ user, likes }) => user === next.user && likes !== next.likes);
}

/** Id of the row that every change in a thread writes: the shout, also for a comment. */
function threadOf({ row }: AccessibleShout): string {
  return row.in_reply_to ?? row._id;
}
