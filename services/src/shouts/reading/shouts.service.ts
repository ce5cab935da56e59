import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readComments, readShout, readShouts } from '@paddock/contract/calls/shouts';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommitLog, type Snapshot } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ConversationHeads } from './conversation-heads.js';
import { ShoutAccess } from './shout-access.js';
import { conversationsById, ShoutViews } from './shout-views.js';
import { ShoutRepository, type ThreadHead } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
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
    private readonly heads: ConversationHeads,
    private readonly conversations: Conversations,
    private readonly commitLog: CommitLog,
  ) {}

  async list(
    { tenant, user, arrived }: SignedInCaller,
    { filter, ...span }: CallArguments<typeof readShouts>,
  ): Promise<CallReply<typeof readShouts>> {
    const snapshot = await this.commitLog.sync(arrived);
    const access = await this.conversations.findReadable(tenant, user, filter, snapshot);
    const { conversation } = access;
    const { heads, more, newer } = await this.pageOf(snapshot, tenant, conversation._id, span);
    const [shouts, head] = await Promise.all([
      this.threads
        .of(tenant, heads)
        .then((threads) => this.views.ofThreads(tenant, user._id, threads, conversationsById(conversation))),
      this.heads.of(snapshot, tenant, user, access),
    ]);
    return { shouts, conversation: head, more, newer };
  }

  async read(
    { tenant, user, arrived }: SignedInCaller,
    { id }: CallArguments<typeof readShout>,
  ): Promise<CallReply<typeof readShout>> {
    const [requested, snapshot] = await this.current(tenant, id, arrived);
    const root = requested?.in_reply_to ? await this.shouts.byId(tenant, requested.in_reply_to) : requested;
    const [access, thread] = await Promise.all([
      this.access.toShown(snapshot, tenant, user, requested),
      root && this.threads.ofRoot(tenant, root),
    ]);
    if (!thread || this.access.isGone(tenant, thread.root)) throw new PaddockError('SHOUT_NOT_FOUND');
    const [[shout], conversation] = await Promise.all([
      this.views.ofThreads(tenant, user._id, [thread], conversationsById(access.conversation)),
      this.heads.of(snapshot, tenant, user, access),
    ]);
    return { shout: shout!, conversation };
  }

  async comments(
    { tenant, user, arrived }: SignedInCaller,
    { id, count, before }: CallArguments<typeof readComments>,
  ): Promise<CallReply<typeof readComments>> {
    const [root, snapshot] = await this.current(tenant, id, arrived);
    if (!root || root.in_reply_to) throw new PaddockError('SHOUT_NOT_FOUND');
    const [{ conversation }, thread] = await Promise.all([
      this.access.toShown(snapshot, tenant, user, root),
      this.positionOf(tenant, id, before).then((end) => this.threads.withComments(tenant, root, count + 1, end)),
    ]);
    const shown = thread.comments.slice(-count);
    const comments = await this.views.plain(tenant, user._id, shown, conversationsById(conversation), thread.likers);
    return { comments, more: thread.comments.length > count };
  }

  /** A shout, with every event committed before: side by side, since the row does not come from a cache. */
  private current(tenant: Tenant, id: string, arrived: number): Promise<[ShoutRow | null, Snapshot]> {
    return Promise.all([this.shouts.byId(tenant, id), this.commitLog.sync(arrived)]);
  }

  /** The heads of a page, newest first. */
  private async pageOf(snapshot: Snapshot, tenant: Tenant, thread: string, span: Span): Promise<Page> {
    const { count, before, after, around, around_seq } = span;
    const center = around === undefined ? around_seq : await this.positionOf(tenant, thread, around);
    if (center !== undefined) return this.pageAround(snapshot, tenant, thread, center, count);
    const limit = count + 1;
    if (before === undefined && after === undefined) {
      const found = await this.threads.newest(snapshot, tenant, thread, limit);
      return { heads: found.slice(0, count), more: found.length > count, newer: false };
    }
    const found = await this.threads.span(snapshot, tenant, thread, {
      before: await this.positionOf(tenant, thread, before),
      after: await this.positionOf(tenant, thread, after),
      limit,
    });
    const [heads, more] = [found.slice(0, count), found.length > count];
    return after === undefined ? { heads, more, newer: true } : { heads: heads.reverse(), more, newer: more };
  }

  private async pageAround(
    snapshot: Snapshot,
    tenant: Tenant,
    thread: string,
    center: number,
    count: number,
  ): Promise<Page> {
    const olderCount = Math.ceil(count / 2);
    const newerCount = count - olderCount;
    // One more on each side shows whether there are more.
    const [older, newer] = await Promise.all([
      this.threads.span(snapshot, tenant, thread, { before: center + 1, limit: olderCount + 1 }),
      this.threads.span(snapshot, tenant, thread, { after: center, limit: newerCount + 1 }),
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
    if (row?.thread !== thread || this.access.isGone(tenant, row)) throw new PaddockError('SHOUT_NOT_FOUND');
    return row.position;
  }
}
