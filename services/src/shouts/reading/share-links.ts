import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { type shareShout, sharingRefusal } from '@paddock/contract/calls/shout-readers';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { ShoutAccess } from './shout-access.js';

/** Gives the address of a shout to those who may share it. */
@Injectable()
export class ShareLinks {
  constructor(
    private readonly access: ShoutAccess,
    private readonly address: CommunityAddress,
  ) {}

  /** A comment has the address of its shout. @throws FORBIDDEN or FEATURE_DISABLED by the two flags of sharing */
  async of(
    { tenant, user, flags }: SignedInCaller,
    { id }: CallArguments<typeof shareShout>,
  ): Promise<CallReply<typeof shareShout>> {
    const refusal = sharingRefusal(flags, isWorkplaceAdmin(user, tenant.workplace));
    if (refusal) throw new PaddockError(refusal);
    const { row } = await this.access.findPresent(tenant, user, id);
    return { url: this.address.pageIn(tenant, `/main/shout/${row.in_reply_to ?? row._id}`) };
  }
}
