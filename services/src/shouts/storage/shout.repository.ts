import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import {
  TenantRepository,
  type FindOptions,
  type InSession,
  type TenantFilter,
} from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { shoutSchema, type ShoutRow, type StoredLink } from './shout.schema.js';

/** Identifies one version of a thread. */
export type ThreadHead = Pick<ShoutRow, '_id' | 'thread_version' | 'position'>;

/** Part of a thread as members see it: the newest shouts below position `before`, or the oldest above `after`; both exclusive. */
export interface Span {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
  /** Only shouts that are not deleted: without comments to show, no deleted one stays in its place. */
  present?: boolean;
}

/** Comments that a shout's row names. */
export const previewComments = 3;
/** A deleted shout stays in its place while it has comments. */
const visibleConditions = [{ deleted: false, admin_deleted: false }, { comments_count: { $gt: 0 } }];
const visibilityFilter = (present: boolean | undefined) =>
  present ? { deleted: false, admin_deleted: false } : { $or: visibleConditions };
const mentionsBatch = 200;

function spanOf(thread: string, { before, after, limit, present }: Span): [TenantFilter<ShoutRow>, FindOptions] {
  const position = { ...(before !== undefined && { $lt: before }), ...(after !== undefined && { $gt: after }) };
  const filter = before === undefined && after === undefined ? { thread } : { thread, position };
  return [
    { ...filter, ...visibilityFilter(present) },
    { sort: { position: after === undefined ? -1 : 1 }, limit },
  ];
}

@Injectable()
export class ShoutRepository extends TenantRepository<ShoutRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'shouts', shoutSchema, ['terms']);
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<ShoutRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  /** The order is undefined; unknown ids are skipped. */
  async byIds(tenant: Tenant, ids: readonly string[]): Promise<ShoutRow[]> {
    return ids.length === 0 ? [] : this.find(tenant, { _id: { $in: [...ids] } });
  }

  byClientId(tenant: Tenant, author: string, clientId: string): Promise<ShoutRow | null> {
    return this.findOne(tenant, { author, client_id: clientId });
  }

  /** Newest first; with `after`, oldest first, so that there is no gap. */
  ofThread(tenant: Tenant, thread: string, span: Span): Promise<ShoutRow[]> {
    return this.find(tenant, ...spanOf(thread, span));
  }

  /** Comments of a thread that are not deleted, newest first. */
  presentOfThread(tenant: Tenant, thread: string, limit: number, before?: number): Promise<ShoutRow[]> {
    const [filter, options] = spanOf(thread, { before, limit, present: true });
    return this.find(tenant, filter, options);
  }

  /** The newest shout of a thread that is not deleted. */
  async newestPresent(tenant: Tenant, thread: string, options: InSession): Promise<ShoutRow | undefined> {
    const present = { thread, deleted: false, admin_deleted: false };
    return (await this.find(tenant, present, { sort: { position: -1 }, limit: 1, ...options }))[0];
  }

  /** Ids and versions of the shouts of {@link ofThread}. */
  headsOfThread(tenant: Tenant, thread: string, span: Span): Promise<ThreadHead[]> {
    const [filter, options] = spanOf(thread, span);
    return this.findParts(tenant, filter, ['thread_version', 'position'], options);
  }

  /** Ids and versions of the shouts that a member wrote in these threads, newest first; older than `before` if given. */
  headsOfAuthor(
    tenant: Tenant,
    author: string,
    threads: readonly string[],
    {
      before,
      limit,
      present,
    }: { before?: Pick<ShoutRow, '_id' | 'created'> | undefined } & Pick<Span, 'limit' | 'present'>,
  ): Promise<(ThreadHead & Pick<ShoutRow, 'created'>)[]> {
    const older = before && {
      $or: [{ created: { $lt: before.created } }, { created: before.created, _id: { $lt: before._id } }],
    };
    return this.findParts(
      tenant,
      { author, thread: { $in: [...threads] }, $and: [visibilityFilter(present), ...(older ? [older] : [])] },
      ['thread_version', 'position', 'created'],
      { sort: { created: -1, _id: -1 }, limit },
    );
  }

  /** Some shouts and comments of a conversation, in no particular order. */
  someOf(tenant: Tenant, conversation: string): Promise<ShoutRow[]> {
    return this.find(tenant, { conversation }, { limit: 200 });
  }

  /** Removes shouts without a trace. */
  async erase(tenant: Tenant, ids: readonly string[]): Promise<void> {
    await this.remove(tenant, { _id: { $in: [...ids] } });
  }

  /** All shouts and comments of a member, in all workplaces. */
  async *ofAuthor(tenant: Tenant, author: string): AsyncGenerator<[Tenant, ShoutRow]> {
    for (const workplace of await this.tenantsWithRows(tenant))
      for await (const row of this.each(workplace, { author }, 'client_id')) yield [workplace, row];
  }

  /** Removes a username from all mentions; texts stay unchanged. */
  async forgetMentions(tenant: Tenant, username: string): Promise<void> {
    for (const workplace of await this.tenantsWithRows(tenant))
      while (await this.mongo.transaction((session) => this.forgetSomeMentions(workplace, username, { session })));
  }

  /** Changes a batch together with the versions of its threads, as {@link revise} does. Returns false when none are left. */
  private async forgetSomeMentions(tenant: Tenant, username: string, options: InSession): Promise<boolean> {
    const filter = { mentions: username, 'mentions.0': { $exists: true } };
    const rows = await this.findParts(tenant, filter, ['in_reply_to'], { limit: mentionsBatch, ...options });
    if (rows.length === 0) return false;
    const threads = new Set(rows.map(({ _id, in_reply_to }) => in_reply_to ?? _id));
    await this.changeAll(
      tenant,
      { _id: { $in: rows.map(({ _id }) => _id) } },
      { $pull: { mentions: username } },
      options,
    );
    await this.changeAll(tenant, { _id: { $in: [...threads] } }, { $inc: { thread_version: 1 } }, options);
    return true;
  }

  /** Removes a deleted comment from its shout's count and preview. */
  async withdrawComment(tenant: Tenant, shout: string, options: InSession): Promise<void> {
    const left = await this.find(
      tenant,
      { thread: shout, deleted: false, admin_deleted: false },
      { sort: { position: -1 }, limit: previewComments, ...options },
    );
    const last = left.map((row) => row._id).reverse();
    const change = { $inc: { comments_count: -1, thread_version: 1 }, $set: { last_comments: last } };
    await this.change(tenant, { _id: shout }, change, options);
  }

  /** The last of concurrent edits to commit wins. `updated` grows with each, also when clocks differ. */
  async setText(
    tenant: Tenant,
    id: string,
    text: Pick<ShoutRow, 'text' | 'terms' | 'mentions' | 'links'>,
    options: Required<InSession>,
  ): Promise<ShoutRow | null> {
    const before = await this.byId(tenant, id, options);
    const updated = new Date(Math.max(Date.now(), (before?.updated?.getTime() ?? 0) + 1));
    const change = { $set: { ...text, updated } };
    return this.revise(tenant, { _id: id, deleted: false, admin_deleted: false }, change, options);
  }

  setLinks(tenant: Tenant, id: string, links: StoredLink[], options: InSession): Promise<ShoutRow | null> {
    return this.revise(tenant, { _id: id, deleted: false, admin_deleted: false }, { $set: { links } }, options);
  }

  /** Empties a shout and marks it as deleted by its author or a manager; null when it was already deleted. */
  markDeleted(
    tenant: Tenant,
    id: string,
    by: 'deleted' | 'admin_deleted',
    options: InSession,
  ): Promise<ShoutRow | null> {
    const nothing = { text: '', terms: [], mentions: [], images: [], files: [], links: [] };
    return this.revise(
      tenant,
      { _id: id, deleted: false, admin_deleted: false },
      { $set: { ...nothing, [by]: true }, $unset: { meta: '', poll: '', words: '' } },
      options,
    );
  }

  /** Adds `likes_count` to the number of likes and sets the first likers. */
  countLikes(
    tenant: Tenant,
    id: string,
    likes_count: number,
    first_likes: string[],
    options: InSession,
  ): Promise<ShoutRow | null> {
    return this.revise(tenant, { _id: id }, { $inc: { likes_count }, $set: { first_likes } }, options);
  }

  /** Like {@link countLikes} for a shout that the transaction has read, at its end; returns the changed one. */
  countLikesLater(
    tenant: Tenant,
    row: ShoutRow,
    likes_count: number,
    first_likes: string[],
    options: Required<InSession>,
  ): ShoutRow {
    const update = { $inc: { likes_count, thread_version: 1 }, $set: { first_likes } };
    this.changeLater(tenant, [{ filter: { _id: row._id }, update }], options);
    const version = (row.thread_version ?? 0) + 1;
    return { ...row, likes_count: row.likes_count + likes_count, first_likes, thread_version: version };
  }

  /** The polls of the community that end after this instant, by their tenants. */
  async openPolls(tenant: Tenant, instant: Date) {
    const read = async (place: Tenant) =>
      [
        place,
        await this.findParts(place, { 'poll.end': { $gt: instant } }, ['conversation', 'author', 'poll']),
      ] as const;
    return Promise.all((await this.tenantsWithRows(tenant)).map(read));
  }

  /** Adds these numbers to the counters of a poll: of its options by their position, and of the members who voted. */
  countVotes(
    tenant: Tenant,
    id: string,
    { options, voters }: { options: readonly number[]; voters: number },
    inSession: InSession,
  ): Promise<ShoutRow | null> {
    const $inc = Object.fromEntries(options.map((votes, index) => [`poll.options.${index}.voters_count`, votes]));
    return this.revise(tenant, { _id: id }, { $inc: { ...$inc, 'poll.voters_count': voters } }, inSession);
  }

  /** Changes a shout or comment and raises the version of its thread. */
  private async revise(
    tenant: Tenant,
    filter: TenantFilter<ShoutRow>,
    update: { $set?: Partial<ShoutRow>; $unset?: { meta: ''; poll: ''; words: '' }; $inc?: Record<string, number> },
    options: InSession,
  ): Promise<ShoutRow | null> {
    const raised = { ...update, $inc: { ...update.$inc, thread_version: 1 } };
    const row = await this.change(tenant, filter, raised, options);
    if (row?.in_reply_to) await this.change(tenant, { _id: row.in_reply_to }, { $inc: { thread_version: 1 } }, options);
    return row;
  }
}
