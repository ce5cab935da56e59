import { Injectable } from '@nestjs/common';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { LikeWriter } from './like-writer.js';
import { ShoutAccess } from '../reading/shout-access.js';

/** Likes and unlikes; both are idempotent. */
@Injectable()
export class LikesService {
  constructor(
    private readonly access: ShoutAccess,
    private readonly writer: LikeWriter,
  ) {}

  async like({ tenant, user }: SignedInCaller, id: string): Promise<ShoutCard> {
    return this.writer.write(tenant, await this.access.findForChange(tenant, user, id), user._id, true);
  }

  async unlike({ tenant, user }: SignedInCaller, id: string): Promise<ShoutCard> {
    return this.writer.write(tenant, await this.access.findForChange(tenant, user, id), user._id, false);
  }
}
