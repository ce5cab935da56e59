import { Injectable } from '@nestjs/common';
import type { Flags } from '@paddock/contract/core/flags';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { FormerMemberRepository } from '../memberships/former-member.repository.js';
import { MembershipRepository } from '../memberships/membership.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { deletedUser, type UserRow } from '../users/user.schema.js';
import { CommentSubjects } from './comment-subjects.js';
import { directRights, groupRights } from './conversation-access.js';
import type { ConversationRow } from './conversation.schema.js';

/** A member's rights in a stored conversation, by its kind. */
@Injectable()
export class ConversationRights {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly subjects: CommentSubjects,
    private readonly users: UserRepository,
    private readonly communities: Communities,
  ) {}

  ofSubject(tenant: Tenant, user: UserRow, conversation: ConversationRow) {
    return this.subjects.conversationAccess(tenant, user, conversation);
  }

  /** @throws GROUP_NOT_FOUND for a group that is invisible to the member */
  async ofGroup(tenant: Tenant, user: UserRow, conversation: ConversationRow) {
    const membership = await this.memberships.of(tenant, conversation._id, user._id);
    const former = membership ? null : await this.former.of(tenant, conversation._id, user._id);
    const rights = groupRights(this.flags(tenant), conversation, user, membership, former);
    if (rights === 'hidden') throw new PaddockError('GROUP_NOT_FOUND');
    return rights;
  }

  /** @throws GROUP_NOT_FOUND for a chat of others; USER_NOT_FOUND if one of its members is pending */
  async ofDirect(tenant: Tenant, user: UserRow, conversation: ConversationRow) {
    const { participants } = conversation;
    // Only participants may learn about a direct chat, not even admins.
    if (!participants.includes(user._id)) throw new PaddockError('GROUP_NOT_FOUND');
    const ids = participants.filter((id) => id !== user._id);
    const rows = new Map((await this.users.byIds(tenant, ids)).map((row) => [row._id, row]));
    const others = ids.map((id) => rows.get(id) ?? deletedUser(tenant.community, id));
    if (others.some((other) => other.pending)) throw new PaddockError('USER_NOT_FOUND');
    const flags = this.flags(tenant);
    const shared = new Map<string, Awaited<ReturnType<MembershipRepository['shared']>>>();
    if (typeof flags.direct_messages_enabled === 'object')
      for (const other of others) shared.set(other._id, await this.memberships.shared(tenant, user._id, other._id));
    const rights = directRights(flags, user, others, conversation, (other) => shared.get(other._id) ?? []);
    return { others, ...rights };
  }

  /** @throws UNKNOWN_COMMUNITY */
  flags(tenant: Tenant): Flags {
    const config = this.communities.find(tenant.community);
    if (!config) throw new PaddockError('UNKNOWN_COMMUNITY');
    return config.flags;
  }
}
