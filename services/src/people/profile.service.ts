import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { GroupCard } from '@paddock/contract/calls/groups';
import type { readProfile } from '@paddock/contract/calls/people';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../community/calls/caller.js';
import { checkFeature } from '../community/calls/permission-check.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { Conversations } from '../community/conversations/conversations.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { seesMembers } from '../community/memberships/member-list.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';
import { UserRepository } from '../community/users/user.repository.js';
import { FileLinks } from '../infrastructure/file-links/file-links.js';
import { canEditProfile } from '../community/users/profile-rights.js';
import { isBlockable } from './member-blocks.js';
import { MemberRoles } from './member-roles.js';
import { isPublic, seesPrivateValues, PersonViews } from './person-views.js';

const unseen = {
  username: '',
  fullname: '',
  online: false,
  fields: {},
  admin: false,
  workplace_admin: false,
  groups: [],
  can_message: false,
  blocked_you: false,
  blocked: false,
  banned: false,
  can_edit: false,
  can_block: false,
  can_set_workplace_admin: false,
  created: new Date(0).toISOString(),
};

@Injectable()
export class ProfileService {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly users: UserRepository,
    private readonly visibility: UserVisibility,
    private readonly views: PersonViews,
    private readonly files: FileLinks,
    private readonly roles: MemberRoles,
  ) {}

  async read(
    caller: SignedInCaller,
    { id }: CallArguments<typeof readProfile>,
  ): Promise<CallReply<typeof readProfile>> {
    const { tenant, user } = caller;
    const member = await this.visibility.find(caller, id);
    const values = this.views.values(caller, member);
    const [groups, can_message] = await Promise.all([this.groups(caller, id), this.canMessage(caller, id)]);
    return {
      ...this.views.row(caller, member),
      picture: member.profile_image && this.files.fileAddress(tenant, user._id, member.profile_image, 'original'),
      url: values['url'],
      phone: values['phone'],
      ...((seesPrivateValues(caller, member) || isPublic(caller.flags, 'email')) && { email: member.email }),
      fields: this.views.customFields(caller, values),
      admin: member.admin,
      workplace_admin: isWorkplaceAdmin(member, tenant.workplace),
      groups,
      can_message,
      blocked_you: member.blocked_users.includes(user._id),
      blocked: user.blocked_users.includes(id),
      banned: member.banned ?? false,
      can_edit: canEditProfile(caller, member),
      can_block: isBlockable(caller, member),
      can_set_workplace_admin: this.roles.canSetWorkplaceAdmin(caller, member),
      created: member.created.toISOString(),
      last_activity: member.last_activity?.toISOString(),
    };
  }

  /** The profile after a change by the caller, whose own record may have changed too. */
  async readAfterChange(caller: SignedInCaller, id: string): Promise<CallReply<typeof readProfile>> {
    const user = await this.users.byId(caller.tenant, caller.user._id);
    return this.read({ ...caller, user: user ?? caller.user }, { id });
  }

  /** Shows the id alone of a member whom the caller does not see: an unblock reveals nothing of them. */
  async readAfterUnblock(caller: SignedInCaller, id: string): Promise<CallReply<typeof readProfile>> {
    return this.readAfterChange(caller, id).catch((error: unknown) => {
      if (error instanceof PaddockError && error.code === 'USER_NOT_FOUND') return { ...unseen, id };
      throw error;
    });
  }

  /** @throws USER_NOT_FOUND also for a member whose profile the caller cannot see */
  async named(caller: SignedInCaller, username: string): Promise<{ id: string }> {
    const row = await this.users.byUsername(caller.tenant, username);
    const { _id: id } = await this.visibility.find(caller, row?._id ?? '');
    return { id };
  }

  /** The groups of both members whose members the caller may see. */
  private async groups({ tenant, user, flags }: SignedInCaller, member: string): Promise<GroupCard[]> {
    const shared = await this.memberships.shared(tenant, user._id, member);
    const ids = shared
      .filter(({ a }) => member === user._id || seesMembers(flags, user, tenant.workplace, a, true))
      .map(({ a }) => a.group);
    if (ids.length === 0) return [];
    const heads = await this.heads.byIds(tenant, ids);
    return heads
      .sort((a, b) => a.title_key.localeCompare(b.title_key))
      .map((head) => this.conversations.groupCard(tenant, user._id, head));
  }

  /** Whether posting to the direct chat would succeed. */
  private async canMessage({ tenant, user, config }: SignedInCaller, member: string): Promise<boolean> {
    if (member === user._id) return false;
    try {
      checkFeature('shouts.post', config);
      return (await this.conversations.findDirect(tenant, user, [member])).can_post;
    } catch (error) {
      if (error instanceof PaddockError && error.status < 500) return false;
      throw error;
    }
  }
}
