import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readMemberShouts } from '@paddock/contract/calls/shout-readers';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { entryIdOf } from '../../community/conversations/conversation-ids.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserCards } from '../../community/users/user-cards.js';
import { isBlockBetween } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { ShoutRepository, type ThreadHead } from '../storage/shout.repository.js';
import { ShoutAccess } from './shout-access.js';
import { SharedConversations } from './shared-conversations.js';
import { conversationsById, ShoutViews } from './shout-views.js';
import { Threads } from './threads.js';

/** Conversations of one query: the database merges no more index ranges. */
const maxMerged = 200;

/** The feed of the shouts that one member wrote, as far as the caller may read them. */
@Injectable()
export class MemberShouts {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly threads: Threads,
    private readonly views: ShoutViews,
    private readonly places: SharedConversations,
    private readonly visibility: UserVisibility,
    private readonly cards: UserCards,
    private readonly access: ShoutAccess,
    private readonly commitLog: CommitLog,
  ) {}

  async list(
    caller: SignedInCaller,
    { id, count, before, group }: CallArguments<typeof readMemberShouts>,
  ): Promise<CallReply<typeof readMemberShouts>> {
    await this.commitLog.sync(caller.arrived);
    const { tenant, user } = caller;
    const member = await this.visibility.find(caller, id);
    const all = isBlockBetween(user, member) ? [] : await this.places.of(caller, id);
    const readable = group === undefined ? all : all.filter((place) => entryIdOf(place, user._id) === group);
    const threads = readable.map(({ _id }) => _id);
    const cursor = before === undefined ? undefined : await this.cursor(tenant, id, before, threads);
    const heads = await this.newest(tenant, id, threads, {
      before: cursor,
      limit: count + 1,
      ...(caller.flags.disable_comments && { present: true }),
    });
    const shown = await this.threads.of(tenant, heads.slice(0, count));
    return {
      user: this.cards.card(tenant, user._id, member),
      shouts: await this.views.ofThreads(tenant, user._id, shown, conversationsById(...readable)),
      more: heads.length > count,
    };
  }

  /** @throws SHOUT_NOT_FOUND unless the cursor is a shout of this feed */
  private async cursor(tenant: Tenant, author: string, id: string, threads: readonly string[]): Promise<ShoutRow> {
    const row = await this.shouts.byId(tenant, id);
    if (row?.author !== author || this.access.isGone(tenant, row) || !threads.includes(row.thread))
      throw new PaddockError('SHOUT_NOT_FOUND');
    return row;
  }

  private async newest(
    tenant: Tenant,
    author: string,
    threads: readonly string[],
    span: Parameters<ShoutRepository['headsOfAuthor']>[3],
  ): Promise<ThreadHead[]> {
    const parts = [];
    for (let at = 0; at < threads.length; at += maxMerged)
      parts.push(await this.shouts.headsOfAuthor(tenant, author, threads.slice(at, at + maxMerged), span));
    return parts
      .flat()
      .sort((a, b) => b.created.getTime() - a.created.getTime() || (a._id < b._id ? 1 : -1))
      .slice(0, span.limit);
  }
}
