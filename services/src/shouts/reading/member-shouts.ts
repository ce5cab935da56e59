import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readMemberShouts } from '@paddock/contract/calls/shout-readers';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { GroupListRepository } from '../../community/conversations/group-list.repository.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { type FormerMemberRow, FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserCards } from '../../community/users/user-cards.js';
import { isBlockBetween } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { ShoutRepository, type ThreadHead } from '../storage/shout.repository.js';
import { isGone } from './shout-access.js';
import { conversationsById, ShoutViews } from './shout-views.js';
import { Threads } from './threads.js';

/** Reads at most this many groups and this many direct chats, most recently active first. */
const maxGroups = 1000;
const maxDirectChats = 500;
/** Conversations of one query: the database merges no more index ranges. */
const maxMerged = 200;

/** The feed of the shouts that one member wrote, as far as the caller may read them. */
@Injectable()
export class MemberShouts {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly threads: Threads,
    private readonly views: ShoutViews,
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly groups: GroupListRepository,
    private readonly visibility: UserVisibility,
    private readonly former: FormerMemberRepository,
    private readonly cards: UserCards,
    private readonly commitLog: CommitLog,
  ) {}

  async list(
    caller: SignedInCaller,
    { id, count, before, group }: CallArguments<typeof readMemberShouts>,
  ): Promise<CallReply<typeof readMemberShouts>> {
    await this.commitLog.sync(caller.arrived);
    const { tenant, user } = caller;
    const member = await this.visibility.find(caller, id);
    const all = isBlockBetween(user, member) ? [] : await this.readable(caller, id);
    const readable = group === undefined ? all : all.filter(({ _id }) => _id === group);
    const threads = readable.map(({ _id }) => _id);
    const cursor = before === undefined ? undefined : await this.cursor(tenant, id, before, threads);
    const heads = await this.newest(tenant, id, threads, cursor, count + 1);
    const shown = await this.threads.of(tenant, heads.slice(0, count));
    return {
      user: this.cards.card(tenant, user._id, member),
      shouts: await this.views.ofThreads(tenant, user._id, shown, conversationsById(...readable)),
      more: heads.length > count,
    };
  }

  /** The conversations in which the caller may read this member's shouts. */
  private async readable({ tenant, user, flags }: SignedInCaller, member: string): Promise<ConversationRow[]> {
    const own = member === user._id;
    const [former, rooms, groups, direct] = await Promise.all([
      this.former.ofUser(tenant, user._id),
      this.conversations.roomsOf(tenant, user._id).then((ids) => this.heads.byIds(tenant, ids)),
      // A workplace admin reads every group. Others see their own shouts in groups that they may still write to from outside.
      isWorkplaceAdmin(user, tenant.workplace)
        ? this.groups.groups(tenant, maxGroups)
        : own && !flags.users_can_only_shout_in_their_groups
          ? this.groups.visibleGroups(tenant, maxGroups)
          : [],
      this.heads.pageOfDirect(tenant, user._id, maxDirectChats),
    ]);
    const shared = direct.filter(({ participants }) => participants.includes(member));
    // Groups that do not let the member write from outside, or no longer.
    const isClosed = ({ removed, read_only }: FormerMemberRow) => removed || (flags.per_user_read_only && read_only);
    const closed = isWorkplaceAdmin(user, tenant.workplace) ? [] : former.filter(isClosed).map(({ group }) => group);
    const isReadFromOutside = ({ joiners_read_only }: ConversationRow) =>
      flags.per_user_read_only && joiners_read_only && !isWorkplaceAdmin(user, tenant.workplace);
    const open = groups.filter((row) => !closed.includes(row._id) && !isReadFromOutside(row));
    return [...conversationsById(...open, ...rooms, ...shared).values()];
  }

  /** @throws SHOUT_NOT_FOUND unless the cursor is a shout of this feed */
  private async cursor(tenant: Tenant, author: string, id: string, threads: readonly string[]): Promise<ShoutRow> {
    const row = await this.shouts.byId(tenant, id);
    if (row?.author !== author || isGone(row) || !threads.includes(row.thread))
      throw new PaddockError('SHOUT_NOT_FOUND');
    return row;
  }

  private async newest(
    tenant: Tenant,
    author: string,
    threads: readonly string[],
    before: ShoutRow | undefined,
    limit: number,
  ): Promise<ThreadHead[]> {
    const parts = [];
    for (let at = 0; at < threads.length; at += maxMerged)
      parts.push(await this.shouts.headsOfAuthor(tenant, author, threads.slice(at, at + maxMerged), { before, limit }));
    return parts
      .flat()
      .sort((a, b) => b.created.getTime() - a.created.getTime() || (a._id < b._id ? 1 : -1))
      .slice(0, limit);
  }
}
