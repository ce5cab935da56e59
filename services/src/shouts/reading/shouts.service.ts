import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { type readComments, type readShout, readShouts } from '@paddock/contract/calls/shouts';
import { JsonText } from '../../infrastructure/calls/json-text.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { isGone, ShoutAccess } from './shout-access.js';
import { FeedRenderer } from './feed-renderer.js';
import { conversationsById, ShoutViews } from './shout-views.js';
import { ShoutRepository, type ThreadHead } from '../storage/shout.repository.js';
import { Threads } from './threads.js';

type Span = Omit<CallArguments<typeof readShouts>, 'filter'>;

interface Page {
  heads: ThreadHead[];
  more: boolean;
  newer: boolean;
}

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
    { filter, ...span }: CallArguments<typeof readShouts>,
  ): Promise<JsonText<CallReply<typeof readShouts>>> {
    await this.commitLog.sync();
    const access = await this.conversations.findReadable(tenant, user, filter, 'caught_up');
    const { conversation } = access;
    const { heads, more, newer } = await this.pageOf(tenant, conversation._id, span);
    const threads = this.threads.of(tenant, heads);
    const [shouts, head] = await Promise.all([
      threads.then((newestFirst) => this.feeds.render(tenant, user._id, newestFirst, conversationsById(conversation))),
      this.views.conversation(tenant, user, access),
    ]);
    const { shape } = readShouts.reply;
    return JsonText.record({
      shouts,
      conversation: JsonText.checked(shape.conversation, head),
      more: JsonText.checked(shape.more, more),
      newer: JsonText.checked(shape.newer, newer),
    });
  }

  async read(
    { tenant, user }: SignedInCaller,
    { id }: CallArguments<typeof readShout>,
  ): Promise<CallReply<typeof readShout>> {
    await this.commitLog.sync();
    const { row: requested, access } = await this.access.findShown(tenant, user, id);
    const row = requested.in_reply_to ? await this.shouts.byId(tenant, requested.in_reply_to) : requested;
    const [shout] = row
      ? await this.views.withComments(tenant, user._id, [row], conversationsById(access.conversation))
      : [];
    if (!shout) throw new PaddockError('SHOUT_NOT_FOUND');
    return { shout, conversation: await this.views.conversation(tenant, user, access) };
  }

  async comments(
    { tenant, user }: SignedInCaller,
    { id, count, before }: CallArguments<typeof readComments>,
  ): Promise<CallReply<typeof readComments>> {
    await this.commitLog.sync();
    const { row, access } = await this.access.findShown(tenant, user, id);
    if (row.in_reply_to) throw new PaddockError('SHOUT_NOT_FOUND');
    const found = await this.shouts.ofThread(tenant, id, {
      before: await this.positionOf(tenant, id, before),
      limit: count + 1,
    });
    const oldestFirst = found.slice(0, count).reverse();
    const comments = await this.views.plain(tenant, user._id, oldestFirst, conversationsById(access.conversation));
    return { comments, more: found.length > count };
  }

  /** The heads of a page, newest first. */
  private async pageOf(tenant: Tenant, thread: string, span: Span): Promise<Page> {
    const { count, before, after, around, around_seq } = span;
    const center = around === undefined ? around_seq : await this.positionOf(tenant, thread, around);
    if (center !== undefined) return this.pageAround(tenant, thread, center, count);
    const limit = count + 1;
    if (before === undefined && after === undefined) {
      const found = await this.threads.newest(tenant, thread, limit);
      return { heads: found.slice(0, count), more: found.length > count, newer: false };
    }
    const found = await this.threads.span(tenant, thread, {
      before: await this.positionOf(tenant, thread, before),
      after: await this.positionOf(tenant, thread, after),
      limit,
    });
    const [heads, more] = [found.slice(0, count), found.length > count];
    return after === undefined ? { heads, more, newer: true } : { heads: heads.reverse(), more, newer: more };
  }

  private async pageAround(tenant: Tenant, thread: string, center: number, count: number): Promise<Page> {
    const olderCount = Math.ceil(count / 2);
    const newerCount = count - olderCount;
    // One more on each side tells whether there are more.
    const [older, newer] = await Promise.all([
      this.threads.span(tenant, thread, { before: center + 1, limit: olderCount + 1 }),
      this.threads.span(tenant, thread, { after: center, limit: newerCount + 1 }),
    ]);
    return {
      heads: [...newer.slice(0, newerCount).reverse(), ...older.slice(0, olderCount)],
      more: older.length > olderCount,
      newer: newer.length > newerCount,
    };
  }

  /** The position of a cursor. @throws SHOUT_NOT_FOUND also for a shout of another thread, and for one that left the lists */
  private async positionOf(tenant: Tenant, thread: string, id: string | undefined): Promise<number | undefined> {
    if (id === undefined) return undefined;
    const row = await this.shouts.byId(tenant, id);
    if (row?.thread !== thread || isGone(row)) throw new PaddockError('SHOUT_NOT_FOUND');
    return row.position;
  }
}
