import { Injectable } from '@nestjs/common';
import type { ShoutCard } from '@paddock/contract/shouts';
import type { SignedInCaller } from '../platform/calls/caller.js';
import { PaddockError } from '../platform/errors/paddock-error.js';
import { isDuplicateKey } from '../platform/mongo/mongo.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { InTurn } from './in-turn.js';
import { LikeRepository } from './like.repository.js';
import { ShoutReach, type ReachedShout } from './shout-reach.js';
import { placesOf, ShoutViews } from './shout-views.js';
import { ShoutRepository } from './shout.repository.js';
import type { ShoutRow } from './shout.schema.js';

/** Likes: a row each and a counter on the shout, changed together. Doing it again changes nothing. */
@Injectable()
export class LikesService {
  constructor(
    private readonly inTurn: InTurn,
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly reach: ShoutReach,
    private readonly views: ShoutViews,
    private readonly outbox: Outbox,
  ) {}

  async like(caller: SignedInCaller, id: string): Promise<ShoutCard> {
    const { tenant, user } = caller;
    const found = await this.reach.findPresent(tenant, user, id);
    try {
      const row = await this.inTurn.transaction(threadOf(found), async (session) => {
        await this.likes.add(tenant, id, user._id, { session });
        const liked = await this.shouts.countLike(tenant, id, user._id, { session });
        if (!liked) throw new PaddockError('SHOUT_NOT_FOUND');
        const { conversation } = found.row;
        await this.outbox.add(
          session,
          { kind: 'ShoutUpdated', tenant, ...this.factsOf(caller, found) },
          { kind: 'ShoutLiked', tenant, conversation, shout: id, by: user._id },
        );
        return liked;
      });
      return await this.reply(caller, found, row);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.reply(caller, found);
    }
  }

  async unlike(caller: SignedInCaller, id: string): Promise<ShoutCard> {
    const { tenant, user } = caller;
    const found = await this.reach.findPresent(tenant, user, id);
    const row = await this.inTurn.transaction(threadOf(found), async (session) => {
      if (!(await this.likes.takeBack(tenant, id, user._id, { session }))) return null;
      const first = await this.likes.first(tenant, id, 3, { session });
      await this.outbox.add(session, { kind: 'ShoutUpdated', tenant, ...this.factsOf(caller, found) });
      return this.shouts.uncountLike(tenant, id, first, { session });
    });
    return this.reply(caller, found, row);
  }

  private factsOf({ user }: SignedInCaller, { row }: ReachedShout) {
    return { conversation: row.conversation, shout: row._id, actor: user._id };
  }

  /** The shout as it is now; read again when this call changed nothing, since another one just may have. */
  private async reply({ tenant, user }: SignedInCaller, found: ReachedShout, changed?: ShoutRow | null) {
    const row = changed ?? (await this.shouts.byId(tenant, found.row._id)) ?? found.row;
    const [card] = await this.views.plain(tenant, user._id, [row], placesOf(found.reach.conversation));
    return card!;
  }
}

/** The row that every change in a thread writes to: the shout, also for a comment. */
function threadOf({ row }: ReachedShout): string {
  return row.in_reply_to ?? row._id;
}
