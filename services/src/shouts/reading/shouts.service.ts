import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { type readComments, type readShout, readShouts } from '@paddock/contract/calls/shouts';
import { JsonText } from '../../infrastructure/calls/json-text.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ShoutAccess } from './shout-access.js';
import { FeedRenderer } from './feed-renderer.js';
import { conversationsById, ShoutViews } from './shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { Threads } from './threads.js';

/** Reads shouts and comments. */
@Injectable()
export class ShoutsService {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly threads: Threads,
    private readonly access: ShoutAccess,
    private readonly views: ShoutViews,
    private readonly feeds: FeedRenderer,
    private readonly conversations: Conversations,
    private readonly commitLog: CommitLog,
  ) {}

  async list(
    { tenant, user }: SignedInCaller,
    { filter, count, before, after }: CallArguments<typeof readShouts>,
  ): Promise<JsonText<CallReply<typeof readShouts>>> {
    await this.commitLog.sync();
    const access = await this.conversations.findReadable(tenant, user, filter, 'caught_up');
    const { conversation } = access;
    const found = await this.headsOf(tenant, conversation._id, count + 1, before, after);
    const heads = found.slice(0, count);
    const threads = this.threads.of(tenant, after ? heads.reverse() : heads);
    const [shouts, head] = await Promise.all([
      threads.then((newestFirst) => this.feeds.render(tenant, user._id, newestFirst, conversation)),
      this.views.conversation(tenant, user._id, access),
    ]);
    const { shape } = readShouts.reply;
    return JsonText.record({
      shouts,
      conversation: JsonText.checked(shape.conversation, head),
      more: JsonText.checked(shape.more, found.length > count),
    });
  }

  async read(
    { tenant, user }: SignedInCaller,
    { id }: CallArguments<typeof readShout>,
  ): Promise<CallReply<typeof readShout>> {
    await this.commitLog.sync();
    const { row: requested, access } = await this.access.find(tenant, user, id);
    const row = requested.in_reply_to ? await this.shouts.byId(tenant, requested.in_reply_to) : requested;
    const [shout] = row
      ? await this.views.withComments(tenant, user._id, [row], conversationsById(access.conversation))
      : [];
    if (!shout) throw new PaddockError('SHOUT_NOT_FOUND');
    return { shout, conversation: await this.views.conversation(tenant, user._id, access) };
  }

  async comments(
    { tenant, user }: SignedInCaller,
    { id, count, before }: CallArguments<typeof readComments>,
  ): Promise<CallReply<typeof readComments>> {
    await this.commitLog.sync();
    const { row, access } = await this.access.find(tenant, user, id);
    if (row.in_reply_to) throw new PaddockError('SHOUT_NOT_FOUND');
    const found = await this.shouts.ofThread(tenant, id, {
      before: await this.positionOf(tenant, id, before),
      limit: count + 1,
    });
    const oldestFirst = found.slice(0, count).reverse();
    const comments = await this.views.plain(tenant, user._id, oldestFirst, conversationsById(access.conversation));
    return { comments, more: found.length > count };
  }

  private async headsOf(tenant: Tenant, thread: string, limit: number, before?: string, after?: string) {
    if (before === undefined && after === undefined) return this.threads.newest(tenant, thread, limit);
    return this.shouts.headsOfThread(tenant, thread, {
      before: await this.positionOf(tenant, thread, before),
      after: await this.positionOf(tenant, thread, after),
      limit,
    });
  }

  /** The position of a cursor. @throws SHOUT_NOT_FOUND also for a shout of another thread */
  private async positionOf(tenant: Tenant, thread: string, id: string | undefined): Promise<number | undefined> {
    if (id === undefined) return undefined;
    const row = await this.shouts.byId(tenant, id);
    if (row?.thread !== thread) throw new PaddockError('SHOUT_NOT_FOUND');
    return row.position;
  }
}
