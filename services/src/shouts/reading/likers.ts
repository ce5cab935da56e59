import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readLikers } from '@paddock/contract/calls/shout-readers';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { LikeRepository } from '../storage/like.repository.js';
import { ShoutAccess } from './shout-access.js';
import { isShownLiker } from './shout-views.js';

/** The members who like a shout, as far as the caller may see them; banned ones for super admins only (ADR 0007). */
@Injectable()
export class Likers {
  constructor(
    private readonly access: ShoutAccess,
    private readonly likes: LikeRepository,
    private readonly visibility: UserVisibility,
    private readonly users: UserRepository,
    private readonly cards: UserCards,
  ) {}

  async list(
    caller: SignedInCaller,
    { id, count, page }: CallArguments<typeof readLikers>,
  ): Promise<CallReply<typeof readLikers>> {
    const { tenant, user } = caller;
    const { row } = await this.access.findPresent(tenant, user, id);
    const after = page.startsWith('after-') ? page.slice('after-'.length) : undefined;
    const skip = after === undefined ? Number(page) * count : 0;
    const among = await this.visibility.among(caller);
    const found = await this.likes.page(tenant, id, { limit: count + 1, after, skip, among });
    const shown = found.slice(0, count);
    const rows = new Map(
      (
        await this.users.byIds(
          tenant,
          shown.map((like) => like.user),
        )
      ).map((one) => [one._id, one]),
    );
    const users = shown.flatMap((like) => {
      const liker = rows.get(like.user);
      return liker && isShownLiker(liker, user) ? [this.cards.card(tenant, user._id, liker)] : [];
    });
    const next = found.length > count ? `after-${shown.at(-1)!._id}` : null;
    return { users, likes_count: row.likes_count, next };
  }
}
