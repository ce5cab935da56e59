import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { joinGroupByLink, verifyGroupLink } from '@paddock/contract/calls/group-links';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { belongsTo } from '@paddock/contract/core/workplaces';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { GroupJoining } from './group-joining.js';
import { GroupLinkRepository, isLive } from './group-link.repository.js';

type WithToken = CallArguments<typeof verifyGroupLink>;

/** The holder of an invitation link joins at once, also an invisible group, unless the group has removed them. */
@Injectable()
export class GroupLinkJoining {
  constructor(
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly links: GroupLinkRepository,
    private readonly signed: SignedLinks,
    private readonly joining: GroupJoining,
    private readonly mongo: Mongo,
  ) {}

  async verify(caller: SignedInCaller, input: WithToken): Promise<CallReply<typeof verifyGroupLink>> {
    const { user } = caller;
    const { row, tenant } = await this.findAnywhere(caller, input);
    const card = this.conversations.groupCard(tenant, user._id, row);
    const member = (await this.memberships.of(tenant, row._id, user._id)) !== null;
    const removed = !member && (await this.isRemoved(tenant, user, row._id));
    return { group: { ...card, description: row.description }, member, removed, workplace: tenant.workplace };
  }

  async join(caller: SignedInCaller, input: WithToken): Promise<CallReply<typeof joinGroupByLink>> {
    const { tenant, user } = caller;
    const { _id } = await this.find(tenant, input);
    const row = await this.mongo.transaction(async (session) => {
      const group = await this.heads.takeTurn(tenant, _id, { session });
      if (!group || !isLive(await this.links.of(tenant, _id, { session }))) throw new PaddockError('LINK_INVALID');
      if (await this.isRemoved(tenant, user, _id, { session })) throw new PaddockError('FORBIDDEN');
      await this.joining.join(tenant, group, [user._id], { session });
      return group;
    });
    return { state: 'added', group: this.conversations.groupCard(tenant, user._id, row) };
  }

  private async isRemoved(tenant: Tenant, user: UserRow, group: string, options?: InSession): Promise<boolean> {
    if (isWorkplaceAdmin(user, tenant.workplace)) return false;
    return (await this.former.of(tenant, group, user._id, options))?.removed === true;
  }

  /** As {@link find}, in the current workplace, else in another one that the caller may switch to. */
  private async findAnywhere({ tenant, config, user }: SignedInCaller, input: WithToken) {
    const all = config.flags.workplaces_enabled ? ['', ...config.workplaces.map(({ id }) => id)] : [];
    const open = all.filter((id) => id !== tenant.workplace && belongsTo(user, id, config));
    let refusal: unknown;
    for (const place of [tenant, ...open.map((id) => tenantOf(tenant.community, id))])
      try {
        return { row: await this.find(place, input), tenant: place };
      } catch (error) {
        if (!(error instanceof PaddockError) || error.status >= 500) throw error;
        if (refusal === undefined || error.code === 'LINK_EXPIRED') refusal = error;
      }
    throw refusal;
  }

  /** @throws LINK_INVALID for an altered or ended one, of another group or workplace, or of a deleted group; LINK_EXPIRED */
  private async find(tenant: Tenant, { id, link_token }: WithToken): Promise<ConversationRow> {
    const { subject, version } = this.signed.read(tenant, 'invitation', link_token);
    const [head, link] = await Promise.all([this.heads.headById(tenant, id), this.links.of(tenant, id)]);
    if (subject !== id || head?.kind !== 'group' || !link?.live || link.version !== version)
      throw new PaddockError('LINK_INVALID');
    if (!isLive(link)) throw new PaddockError('LINK_EXPIRED');
    return head;
  }
}
