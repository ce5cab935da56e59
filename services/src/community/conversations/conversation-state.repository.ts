import { Injectable } from '@nestjs/common';
import { RowCache } from '../../infrastructure/cache/row-cache.js';
import { groupBy } from '../../infrastructure/group-by.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { CommitLog, type Snapshot } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { conversationStateSchema, maxOwnSeqs, type ConversationStateRow } from './conversation.schema.js';
import { afterOwn, afterReading, isNext, type ReadMark } from './read-mark.js';

/** A new shout of a member, with the mark that they had before, as far as it is known. */
export interface OwnPost {
  user: string;
  conversation: string;
  seq: number;
  mark?: ReadMark | undefined;
}

/** Members' states in conversations: read mark, muted, archived. */
@Injectable()
export class ConversationStateRepository extends TenantRepository<ConversationStateRow> {
  private readonly cache = new RowCache<ConversationStateRow>(50_000, (tenant, pairs) => this.byPairs(tenant, pairs));

  /** Ids of the chats that a member has archived, by member: most have none, and each chat list asks for them. */
  private readonly archived = new RowCache<string[]>(10_000, (tenant, users) => this.archivedByUser(tenant, users));

  constructor(
    mongo: Mongo,
    private readonly committed: CommitLog,
  ) {
    super(mongo, 'conversation_states', conversationStateSchema);
    mongo.onWrite('conversation_states', (written) => {
      const row = written as unknown as ConversationStateRow | undefined;
      if (row) {
        this.cache.drop(row, pairOf(row));
        this.archived.drop(row, row.user);
        return;
      }
      this.cache.clear();
      this.archived.clear();
    });
  }

  /** {@link of} from the cache of ADR 0012. */
  current(
    snapshot: Snapshot,
    tenant: Tenant,
    user: string,
    conversation: string,
  ): Promise<ConversationStateRow | null> {
    return this.cache.get(snapshot, tenant, pairOf({ user, conversation }));
  }

  /** Like {@link current}, but it may lack changes that are younger than 750 ms, as the `Recent` of ADR 0012 allows. */
  async recent(tenant: Tenant, user: string, conversation: string): Promise<ConversationStateRow | null> {
    return this.cache.get(await this.committed.recent(), tenant, pairOf({ user, conversation }));
  }

  of(tenant: Tenant, user: string, conversation: string): Promise<ConversationStateRow | null> {
    return this.findOne(tenant, { user, conversation });
  }

  /** By conversation id; conversations without a row are missing. */
  async ofUser(
    tenant: Tenant,
    user: string,
    conversations?: readonly string[],
  ): Promise<Map<string, ConversationStateRow>> {
    const filter = conversations ? { user, conversation: { $in: [...conversations] } } : { user };
    const rows = await this.find(tenant, filter);
    return new Map(rows.map((row) => [row.conversation, row]));
  }

  /** Ids of a member's archived chats, from the cache of ADR 0012. */
  async archivedOf(snapshot: Snapshot, tenant: Tenant, user: string): Promise<readonly string[]> {
    return (await this.archived.get(snapshot, tenant, user)) ?? [];
  }

  private async archivedByUser(tenant: Tenant, users: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.find(tenant, { user: { $in: [...users] }, archived: true });
    const byUser = groupBy(rows, ({ user }) => user);
    return new Map(users.map((user) => [user, (byUser.get(user) ?? []).map((row) => row.conversation)]));
  }

  /** A member's rows in all workplaces. */
  async everywhere(tenant: Tenant, user: string): Promise<ConversationStateRow[]> {
    return this.findEverywhere(tenant, { user });
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }

  /** Forgets an erased conversation. */
  async forgetConversation(tenant: Tenant, conversation: string): Promise<void> {
    await this.remove(tenant, { conversation });
  }

  /** Moves the read mark forward, never back: of two windows, the later position wins. */
  async markRead(
    tenant: Tenant,
    user: string,
    conversation: string,
    seq: number,
    options: InSession = {},
  ): Promise<void> {
    await this.change(tenant, { user, conversation }, reading(seq), { upsert: true, ...options });
  }

  /**
   * Moves the read mark back to before a position, never forward; own shouts from there on count as unread, too. What others have seen as
   * read stays so.
   */
  async markUnread(
    tenant: Tenant,
    user: string,
    conversation: string,
    seq: number,
    options: Required<InSession>,
  ): Promise<void> {
    const state = await this.findOne(tenant, { user, conversation }, options);
    if (!state) return;
    const read_seq = Math.min(state.read_seq, seq - 1);
    const seen_seq = Math.max(state.read_seq, state.seen_seq ?? 0);
    const update = { $set: { read_seq, seen_seq }, $pull: { own_seqs: { $gte: seq } } };
    await this.change(tenant, { user, conversation }, update, options);
  }

  /** The states of some users in some conversations. */
  inAll(tenant: Tenant, conversations: readonly string[], users: readonly string[]): Promise<ConversationStateRow[]> {
    return this.find(tenant, { conversation: { $in: [...conversations] }, user: { $in: [...users] } });
  }

  /** Like {@link markRead}, for several conversations or members at once, at the end of the transaction. */
  markAllRead(
    tenant: Tenant,
    marks: readonly { user: string; conversation: string; seq: number }[],
    options: Required<InSession>,
  ): void {
    const changes = marks.map(({ user, conversation, seq }) => ({
      filter: { user, conversation },
      update: reading(seq),
      upsert: true,
    }));
    this.changeLater(tenant, changes, options);
    for (const mark of marks)
      this.cache.patchWhenEnded(this.mongo, options.session, { tenant, id: pairOf(mark) }, (row) => ({
        ...row,
        ...afterReading(row, mark.seq),
      }));
  }

  /**
   * Marks new shouts read for their authors, oldest first, at the end of the transaction. A mark moves to a shout only if its author has
   * read or written all before it; else the state keeps the position. A mark that is too low costs such an entry and changes no count.
   */
  markPosted(tenant: Tenant, posts: readonly OwnPost[], options: Required<InSession>): void {
    const marks = new Map<string, ReadMark>();
    const patches = new Map<string, (row: ConversationStateRow) => ConversationStateRow>();
    const changes = posts.map(({ user, conversation, seq, mark }) => {
      const pair = pairOf({ user, conversation });
      const before = marks.get(pair) ?? mark ?? { read_seq: 0 };
      const isRead = isNext(before, seq);
      const change = isRead ? afterReading : afterOwn;
      marks.set(pair, change(before, seq));
      const earlier = patches.get(pair);
      patches.set(pair, (row) => {
        const now = earlier?.(row) ?? row;
        return { ...now, ...change(now, seq) };
      });
      return { filter: { user, conversation }, update: isRead ? reading(seq) : writing(seq), upsert: true };
    });
    this.changeLater(tenant, changes, options);
    // One patch of a pair: it replaces the entry that the next one would look for.
    for (const [id, patch] of patches) this.cache.patchWhenEnded(this.mongo, options.session, { tenant, id }, patch);
  }

  async set(
    tenant: Tenant,
    user: string,
    conversation: string,
    mark: { muted: boolean } | { archived: boolean },
    options: InSession = {},
  ): Promise<void> {
    const others = 'muted' in mark ? { archived: false } : { muted: false };
    await this.change(
      tenant,
      { user, conversation },
      { $set: mark, $setOnInsert: { _id: newId(), read_seq: 0, ...others } },
      { upsert: true, ...options },
    );
  }

  private async byPairs(tenant: Tenant, pairs: readonly string[]): Promise<Map<string, ConversationStateRow>> {
    const wanted = pairs.map((pair) => pair.split(' ') as [string, string]);
    const rows = await this.inAll(
      tenant,
      [...new Set(wanted.map(([, conversation]) => conversation))],
      [...new Set(wanted.map(([user]) => user))],
    );
    return new Map(rows.map((row) => [pairOf(row), row]));
  }
}

const reading = (seq: number) => ({
  $max: { read_seq: seq },
  $pull: { own_seqs: { $lte: seq } },
  $setOnInsert: { _id: newId(), muted: false, archived: false },
});

const writing = (seq: number) => ({
  $push: { own_seqs: { $each: [seq], $slice: -maxOwnSeqs } },
  $setOnInsert: { _id: newId(), read_seq: 0, muted: false, archived: false },
});

const pairOf = ({ user, conversation }: Pick<ConversationStateRow, 'user' | 'conversation'>) =>
  `${user} ${conversation}`;
