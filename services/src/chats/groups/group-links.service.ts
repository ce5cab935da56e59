import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { createGroupLink, endGroupLink, GroupLink, readGroupLink } from '@paddock/contract/calls/group-links';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { GroupAccess } from './group-access.js';
import { GroupLinkRepository, type GroupLinkRow, isLive } from './group-link.repository.js';

/** Invitation links: signed, one at a time per group, usable until an owner ends it or it expires. */
@Injectable()
export class GroupLinksService {
  constructor(
    private readonly access: GroupAccess,
    private readonly links: GroupLinkRepository,
    private readonly signed: SignedLinks,
    private readonly address: CommunityAddress,
    private readonly mongo: Mongo,
  ) {}

  /** @throws FORBIDDEN for members who may not copy it, and for `expires` by others than managers; INVALID_END_DATE */
  async create(
    caller: SignedInCaller,
    { id, expires }: CallArguments<typeof createGroupLink>,
  ): Promise<CallReply<typeof createGroupLink>> {
    const { tenant } = caller;
    const { manages } = await this.findLinkable(caller, id);
    if (expires !== undefined && !manages) throw new PaddockError('FORBIDDEN');
    const until = expires ? new Date(expires) : undefined;
    if (until && until <= new Date())
      throw new PaddockError('INVALID_END_DATE', { fields: { expires: 'INVALID_END_DATE' } });
    const row = await this.mongo.transaction(async (session) => {
      const stored = await this.links.of(tenant, id, { session });
      const live = isLive(stored) ? stored : await this.links.renew(tenant, id, { session });
      return expires === undefined ? live : this.links.setExpiry(tenant, id, until, { session });
    });
    return this.view(caller, row);
  }

  async read(
    caller: SignedInCaller,
    { id }: CallArguments<typeof readGroupLink>,
  ): Promise<CallReply<typeof readGroupLink>> {
    await this.findLinkable(caller, id);
    const row = await this.links.of(caller.tenant, id);
    return isLive(row) ? { link: this.view(caller, row) } : {};
  }

  async end(
    caller: SignedInCaller,
    { id }: CallArguments<typeof endGroupLink>,
  ): Promise<CallReply<typeof endGroupLink>> {
    await this.access.findManaged(caller, id);
    await this.links.end(caller.tenant, id);
    return { ok: true };
  }

  private async findLinkable(caller: SignedInCaller, id: string) {
    const group = await this.access.find(caller, id);
    const mayCopy = group.manages || (group.membership !== null && !group.row.invisible);
    if (!mayCopy) throw new PaddockError('FORBIDDEN');
    return group;
  }

  private view({ tenant }: SignedInCaller, { _id, version, created, expires }: GroupLinkRow): GroupLink {
    const token = this.signed.sign(tenant, 'invitation', _id, version);
    return {
      url: this.address.page(tenant.community, `/main/group/${_id}/join/${token}`),
      token,
      created: created.toISOString(),
      ...(expires && { expires: expires.toISOString() }),
    };
  }
}
