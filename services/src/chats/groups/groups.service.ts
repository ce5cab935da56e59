import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { Group, GroupStanding, readGroup, readGroups, readGroupTitle } from '@paddock/contract/calls/groups';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { GroupListRepository } from '../../community/conversations/group-list.repository.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { seesMembers } from '../../community/memberships/member-list.js';
import { FilesService } from '../../community/files/files.service.js';
import { FileLinks } from '../../infrastructure/file-links/file-links.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { GroupAccess, type SeenGroup } from './group-access.js';
import { GroupMemberLists } from './group-member-lists.js';
import { GroupRequestRepository } from './group-request.repository.js';

/** Reads groups and their members. */
@Injectable()
export class GroupsService implements OnModuleInit {
  constructor(
    private readonly access: GroupAccess,
    private readonly conversations: Conversations,
    private readonly groups: GroupListRepository,
    private readonly requests: GroupRequestRepository,
    private readonly lists: GroupMemberLists,
    private readonly links: FileLinks,
    private readonly files: FilesService,
  ) {}

  /** All who see a group see its picture. */
  onModuleInit() {
    this.files.attachedTo('group', async (tenant, viewer, id) => {
      return (await this.conversations.findIfVisible(tenant, viewer, id, 'may_be_old')) !== undefined;
    });
  }

  /**
   * Returns the head to everyone who may see the group, and its members and their number to those who may see them. Others who manage it
   * find members by search, and read the removed ones.
   */
  async read(
    caller: SignedInCaller,
    { id, page, count, only, query }: CallArguments<typeof readGroup>,
  ): Promise<CallReply<typeof readGroup>> {
    const group = await this.access.find(caller, id);
    if (only && !group.manages) throw new PaddockError('FORBIDDEN');
    const isShown = this.showsMembers(caller, group);
    const [standing, members] = await Promise.all([
      this.standing(caller, group),
      isShown || (group.manages && (query || only === 'removed'))
        ? this.lists.read(caller, group, { skip: page * count, limit: count, only, query })
        : undefined,
    ]);
    const { users, owners, totalUsers, size } = members ?? { users: [], owners: [], totalUsers: 0, size: 0 };
    return {
      ...standing,
      group: this.view(caller, group, isShown ? { owners, total_users: size } : {}),
      users,
      owners: isShown ? owners : [],
      totalUsers,
    };
  }

  /** The group after a change by this caller. */
  async readHead(caller: SignedInCaller, id: string): Promise<GroupStanding & { group: Group }> {
    const {
      users: _users,
      owners: _owners,
      totalUsers: _total,
      ...head
    } = await this.read(caller, {
      id,
      page: 0,
      count: 1,
    });
    return head;
  }

  /** @throws NOT_FOUND for a free title; as `findManaged` for the group `id`, which may keep its own */
  async readTitle(
    caller: SignedInCaller,
    { title, id }: CallArguments<typeof readGroupTitle>,
  ): Promise<CallReply<typeof readGroupTitle>> {
    // Otherwise the reply would tell others the title of an invisible group.
    if (id !== undefined) await this.access.findManaged(caller, id);
    if (!(await this.groups.groupByTitle(caller.tenant, title, id))) throw new PaddockError('NOT_FOUND');
    return { taken: true };
  }

  async readSelected(
    caller: SignedInCaller,
    { ids }: CallArguments<typeof readGroups>,
  ): Promise<CallReply<typeof readGroups>> {
    const { tenant, user } = caller;
    const seen = await Promise.all(
      ids.map((id) =>
        this.access.find(caller, id).catch((error: unknown) => {
          if (error instanceof PaddockError && error.code === 'GROUP_NOT_FOUND') return undefined;
          throw error;
        }),
      ),
    );
    return { groups: seen.flatMap((one) => (one ? [this.conversations.groupCard(tenant, user._id, one.row)] : [])) };
  }

  /** The people directory lists the members of the everybody group. */
  private showsMembers({ tenant, user, flags }: SignedInCaller, { row, membership, reads }: SeenGroup): boolean {
    return row.kind === 'group' && seesMembers(flags, user, tenant.workplace, membership, reads);
  }

  private view(
    { tenant, user, flags }: SignedInCaller,
    { row }: SeenGroup,
    members: Pick<Group, 'owners' | 'total_users'>,
  ): Group {
    return {
      ...this.conversations.groupCard(tenant, user._id, row),
      picture_url: row.image && this.links.fileAddress(tenant, user._id, row.image, 'original'),
      description: row.description,
      ...members,
      created: row.created.toISOString(),
      last_updated: row.last_updated.toISOString(),
      hidden: row.hidden,
      autojoin: row.autojoin,
      ...(flags.per_user_read_only && { joiners_read_only: row.joiners_read_only === true }),
      workplace: row.workplace,
    };
  }

  private async standing(
    { tenant, user, config }: SignedInCaller,
    { row, membership, reads, posts, manages, readOnly, removed }: SeenGroup,
  ): Promise<GroupStanding> {
    const member = row.kind === 'everybody' || membership !== null;
    const [pending, requests, can_leave] = await Promise.all([
      member ? false : this.requests.isWaiting(tenant, row._id, user._id),
      manages ? this.access.countApplicants(tenant, row._id, config) : 0,
      membership !== null && this.access.mayLeave(tenant, membership),
    ]);
    return {
      member,
      owner: membership?.role === 'owner',
      manages,
      can_leave,
      read_only: readOnly,
      ...(removed && { removed }),
      pending,
      can_read: reads,
      can_post: posts,
      can_link:
        config.flags.deep_linking && row.kind === 'group' && (manages || (membership !== null && !row.invisible)),
      requests,
    };
  }
}
