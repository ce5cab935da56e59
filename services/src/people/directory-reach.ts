import { Injectable } from '@nestjs/common';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import type { SignedInCaller } from '../community/calls/caller.js';
import { Conversations } from '../community/conversations/conversations.js';
import { seesMembers } from '../community/memberships/member-list.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';

/** The members whom a caller sees in the directory, and those of its groups. */
@Injectable()
export class DirectoryReach {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly conversations: Conversations,
    private readonly visibility: UserVisibility,
  ) {}

  /** Ids of the group's members whom the caller sees; undefined when all members of the workplace are meant. */
  async among(caller: SignedInCaller, group: string | undefined, isSearch = false): Promise<string[] | undefined> {
    const visible = await this.visibility.among(caller);
    const members = group === undefined ? 'everybody' : await this.membersOf(caller, group, isSearch);
    if (members === 'everybody') return visible;
    if (!visible) return members;
    const seen = new Set(visible);
    return members.filter((id) => seen.has(id));
  }

  /** @throws GROUP_NOT_FOUND for a group that the caller cannot see; FORBIDDEN when its members are hidden from the caller. */
  async membersOf(caller: SignedInCaller, group: string, isSearch = false): Promise<string[] | 'everybody'> {
    if (group === everybodyGroupId) return 'everybody';
    return this.memberships.usersOf(caller.tenant, [await this.listedGroup(caller, group, isSearch)]);
  }

  /**
   * The id of a group of which the caller sees all members; undefined for everybody, and where the caller sees some only.
   *
   * @throws like {@link membersOf}
   */
  async wholeGroup(caller: SignedInCaller, group: string | undefined): Promise<string | undefined> {
    if (group === undefined || group === everybodyGroupId || this.visibility.isRestricted(caller)) return undefined;
    return this.listedGroup(caller, group, false);
  }

  private async listedGroup(caller: SignedInCaller, group: string, isSearch: boolean): Promise<string> {
    const { tenant, user, flags } = caller;
    const row = await this.readableGroup(caller, group);
    const membership = await this.memberships.of(tenant, row._id, user._id);
    // An owner adds and manages members by search, also where the list is hidden.
    const isManaging = isSearch && membership?.role === 'owner';
    if (!isManaging && !seesMembers(flags, user, tenant.workplace, membership, true))
      throw new PaddockError('FORBIDDEN');
    return row._id;
  }

  private async readableGroup({ tenant, user }: SignedInCaller, id: string) {
    try {
      const { conversation } = await this.conversations.findReadable(tenant, user, id);
      if (conversation.kind === 'group') return conversation;
    } catch (error) {
      if (!(error instanceof PaddockError) || error.status >= 500 || error.code === 'FORBIDDEN') throw error;
    }
    throw new PaddockError('GROUP_NOT_FOUND');
  }
}
