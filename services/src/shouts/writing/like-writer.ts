import { Injectable } from '@nestjs/common';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import type { ClientSession } from 'mongodb';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { KeyedMutex } from './keyed-mutex.js';
import { LikeRepository } from '../storage/like.repository.js';
import { isDeleted, type AccessibleShout } from '../reading/shout-access.js';
import { placesOf, ShoutViews } from '../reading/shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { WrittenTogether } from './written-together.js';

/** What a member wants of a shout: to like it, or not to. */
interface Wish {
  tenant: Tenant;
  found: AccessibleShout;
  user: string;
  likes: boolean;
}

const maxAtOnce = 100;
const maxAttempts = 3;
const firstLikes = 3;
/** Of the likes that are written together so many are reported to the author: a notice names the newest, and how many there are. */
const maxReported = 5;

/**
 * Writes likes: a row each and a counter on the shout, changed together. Likes of one shout that arrive at the same time go into one
 * transaction ({@link WrittenTogether}), and their replies are made together.
 */
@Injectable()
export class LikeWriter {
  private readonly together = new WrittenTogether<Wish, ShoutCard>((wishes) => this.writeAll(wishes), areInAgreement);

  constructor(
    private readonly inTurn: KeyedMutex,
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly views: ShoutViews,
    private readonly users: UserRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Settles when the like is durable, with its events. @throws SHOUT_NOT_FOUND for what was deleted meanwhile. */
  write(tenant: Tenant, found: AccessibleShout, user: string, likes: boolean): Promise<ShoutCard> {
    return this.together.add(found.row._id, { tenant, found, user, likes });
  }

  private async writeAll(wishes: readonly Wish[]): Promise<ShoutCard[]> {
    const { tenant, found } = wishes[0]!;
    const row = await this.stored(wishes);
    const users = wishes.map(({ user }) => user);
    const cardOf = await this.views.cardsFor(tenant, users, [row], placesOf(found.reach.conversation));
    return users.map((user) => cardOf(row, user));
  }

  /** The shout as it is afterwards. A like that another process stored meanwhile is seen by the next attempt. */
  private async stored(wishes: readonly Wish[], attempt = 1): Promise<ShoutRow> {
    try {
      return await this.inTurn.transaction(threadOf(wishes[0]!.found), (session) => this.store(wishes, session));
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === maxAttempts) throw error;
      return this.stored(wishes, attempt + 1);
    }
  }

  private async store(wishes: readonly Wish[], session: ClientSession): Promise<ShoutRow> {
    const { tenant, found } = wishes[0]!;
    const { _id: shout, conversation } = found.row;
    const row = await this.shouts.byId(tenant, shout, { session });
    if (!row || isDeleted(row)) throw new PaddockError('SHOUT_NOT_FOUND');
    const wanted = new Map(wishes.map(({ user, likes }) => [user, likes]));
    const had = await this.likes.among(tenant, shout, [...wanted.keys()], { session });
    const changed = [...wanted.keys()].filter((user) => wanted.get(user) !== had.has(user));
    if (changed.length === 0) return row;
    const added = changed.filter((user) => wanted.get(user));
    const removed = changed.filter((user) => !wanted.get(user));
    await this.likes.addAll(tenant, shout, added, { session });
    await this.likes.takeBack(tenant, shout, removed, { session });
    const first =
      removed.length > 0
        ? await this.likes.first(tenant, shout, firstLikes, { session })
        : [...row.first_likes, ...added].slice(0, firstLikes);
    const counted = await this.shouts.countLikes(tenant, shout, added.length - removed.length, first, { session });
    await this.outbox.add(
      session,
      { kind: 'ShoutUpdated', tenant, conversation, shout, actor: changed[0]! },
      ...(await this.reported(tenant, row.author, added)).map(
        (by) => ({ kind: 'ShoutLiked', tenant, conversation, shout, by }) as const,
      ),
    );
    return counted ?? row;
  }

  /** The newest likers whom the author's notice may name; `Notifications` checks each of them again. */
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

/** A member's like and its taking back are not written together: each has its own reply. */
function areInAgreement(before: readonly Wish[], next: Wish): boolean {
  return before.length < maxAtOnce && !before.some(({ user, likes }) => user === next.user && likes !== next.likes);
}

/** The row that every change in a thread writes to: the shout, also for a comment. */
function threadOf({ row }: AccessibleShout): string {
  return row.in_reply_to ?? row._id;
}
