import { Injectable } from '@nestjs/common';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LikeRepository } from '../storage/like.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

type Sees = (viewer: string, liker: string) => boolean;

/** The likes of some shouts as their viewers see them. */
@Injectable()
export class ViewerLikes {
  constructor(
    private readonly likes: LikeRepository,
    private readonly visibility: UserVisibility,
    private readonly communities: Communities,
  ) {}

  /** Which of these shouts each viewer likes. */
  likedBy(...query: Parameters<LikeRepository['likedBy']>): ReturnType<LikeRepository['likedBy']> {
    return this.likes.likedBy(...query);
  }

  /** Which viewer may see which of the first likers, by the groups that they share (specification A §6). */
  async visible(tenant: Tenant, viewers: readonly UserRow[], rows: readonly ShoutRow[]): Promise<Sees> {
    const { flags } = this.communities.find(tenant.community)!;
    const likers = new Set(rows.flatMap(({ first_likes }) => first_likes));
    const restricted = viewers.filter((user) => this.visibility.isRestricted({ tenant, user, flags }));
    if (likers.size === 0 || restricted.length === 0) return () => true;
    const seen = await Promise.all(
      restricted.map(
        async (user) => [user._id, await this.visibility.seenOf({ tenant, user, flags }, [...likers])] as const,
      ),
    );
    const byViewer = new Map(seen);
    return (viewer, liker) => byViewer.get(viewer)?.has(liker) ?? true;
  }
}
