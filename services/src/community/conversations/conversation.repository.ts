import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RowCache } from '../../infrastructure/cache/row-cache.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession, type TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import { CommitLog, type Snapshot } from '../../infrastructure/outbox/commit-log.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { termOf } from '../search/words.js';
import { looksOf } from './title-looks.js';
import { conversationSchema, maxWithdrawn, type ConversationRow, type LastShout } from './conversation.schema.js';

/** The last conversation of the previous page of the chat list. */
export interface ChatCursor {
  last_activity: Date;
  id: string;
}

type TitleParts = 'title' | 'title_key' | 'title_looks' | 'title_terms';

@Injectable()
export class ConversationRepository extends TenantRepository<ConversationRow> {
  private readonly cache = RowCache.byId<ConversationRow>(10_000, (tenant, ids) => this.byIds(tenant, ids));

  /** The last results of {@link advance}: a guess, since other processes write too and transactions fail. */
  private readonly lastSeqs = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    mongo: Mongo,
    private readonly committed: CommitLog,
  ) {
    super(mongo, 'conversations', conversationSchema);
    mongo.onWrite('conversations', (written) => {
      const row = written as unknown as ConversationRow | undefined;
      if (row) this.cache.drop(row, row._id);
      else this.cache.clear();
    });
  }

  /** From the cache of ADR 0012, with current counters. */
  head(snapshot: Snapshot, tenant: Tenant, id: string): Promise<ConversationRow | null> {
    return this.cache.get(snapshot, tenant, id);
  }

  /** Like {@link head}, without missing ones. */
  heads(snapshot: Snapshot, tenant: Tenant, ids: readonly string[]): Promise<ConversationRow[]> {
    return this.cache.getMany(snapshot, tenant, ids);
  }

  /** Like {@link head} for rights and names: `seq`, `last_shout` and `last_activity` may be old. */
  async headById(tenant: Tenant, id: string): Promise<ConversationRow | null> {
    return this.cache.get(await this.committed.recent(), tenant, id);
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<ConversationRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byIds(tenant: Tenant, ids: readonly string[]): Promise<ConversationRow[]> {
    return this.find(tenant, { _id: { $in: [...ids] } });
  }

  /** The group whose title is the same for a reader ({@link looksOf}). */
  groupByTitle(tenant: Tenant, title: string): Promise<ConversationRow | null> {
    return this.findOne(tenant, { kind: 'group', title_looks: { $in: looksOf(title) } });
  }

  byClientId(tenant: Tenant, created_by: string, client_id: string): Promise<ConversationRow | null> {
    return this.findOne(tenant, { created_by, client_id });
  }

  /** All groups, for workplace admins. */
  groups(tenant: Tenant, limit: number): Promise<ConversationRow[]> {
    return this.find(tenant, { kind: 'group' }, { sort: { last_activity: -1, _id: -1 }, limit });
  }

  /** Visible groups, for members who may see groups that they are not in. */
  visibleGroups(tenant: Tenant, limit: number): Promise<ConversationRow[]> {
    return this.find(
      tenant,
      { kind: 'group', invisible: false, hidden: false },
      { sort: { last_activity: -1, _id: -1 }, limit },
    );
  }

  /** Groups that are visible and open to all, by title. `among` restricts them to these ids. */
  openGroups(
    tenant: Tenant,
    limit: number,
    { among, ...options }: InSession & { among?: readonly string[] } = {},
  ): Promise<ConversationRow[]> {
    return this.find(
      tenant,
      { kind: 'group', invisible: false, hidden: false, autojoin: true, ...(among && { _id: { $in: [...among] } }) },
      { sort: { title_key: 1 }, limit, ...options },
    );
  }

  /**
   * Groups whose title has words of these beginnings, by title. `known` are the member's own groups, found even if invisible or
   * hidden; 'all' for members who see every group.
   */
  searchGroups(
    tenant: Tenant,
    words: readonly string[],
    known: readonly string[] | 'all',
    limit: number,
  ): Promise<ConversationRow[]> {
    const seen = known === 'all' ? {} : { $or: [{ invisible: false, hidden: false }, { _id: { $in: [...known] } }] };
    return this.find(
      tenant,
      { $and: words.map((word) => ({ title_terms: termOf(word) })), ...seen },
      { sort: { title_key: 1 }, limit },
    );
  }

  /** Groups by title, after the group with this id: visible ones, and those in `known`. */
  async browseGroups(
    tenant: Tenant,
    known: readonly string[] | 'all',
    limit: number,
    after?: string,
  ): Promise<ConversationRow[]> {
    const last = after === undefined ? null : await this.headById(tenant, after);
    // Of a group that was deleted meanwhile, nothing follows.
    if (after !== undefined && !last) return [];
    const seen = known === 'all' ? {} : { $or: [{ invisible: false, hidden: false }, { _id: { $in: [...known] } }] };
    const filter = { kind: 'group' as const, title_key: { $gt: last?.title_key ?? '' }, ...seen };
    return this.find(tenant, filter, { sort: { title_key: 1 }, limit });
  }

  /** The tenants of the community with any conversations. */
  workplaces(tenant: Tenant): Promise<Tenant[]> {
    return this.places(tenant);
  }

  /** Groups of earlier releases. */
  withoutLooks(tenant: Tenant, limit: number): Promise<Pick<ConversationRow, '_id' | 'title'>[]> {
    return this.findParts(tenant, { kind: 'group', title_looks: { $exists: false } }, ['title'], { limit });
  }

  /**
   * Stores what follows from a title, unless the title has changed since it was read. Of groups of an earlier release whose titles look
   * the same, the first keeps the looks; the others get one of their own.
   */
  async setTitleFields(tenant: Tenant, id: string, fields: Pick<ConversationRow, TitleParts>): Promise<void> {
    const store = (title_looks: string[] | undefined) =>
      this.change(
        tenant,
        { _id: id, title: fields.title },
        { $set: { ...fields, ...(title_looks && { title_looks }) }, $unset: { title_words: '' as const } },
      );
    await store(fields.title_looks).catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      await store([`=${id}`]);
    });
  }

  /** Ids of a member's direct chats with at least one shout, newest activity first. */
  async directIds(tenant: Tenant, user: string, limit: number): Promise<string[]> {
    const options = { sort: { last_activity: -1, _id: -1 }, limit } as const;
    return (await this.findParts(tenant, { participants: user, seq: { $gt: 0 } }, [], options)).map(({ _id }) => _id);
  }

  /** A member's direct chats with at least one shout, newest activity first. */
  pageOfDirect(tenant: Tenant, user: string, limit: number, after?: ChatCursor): Promise<ConversationRow[]> {
    return this.page(tenant, { participants: user, seq: { $gt: 0 } }, limit, after);
  }

  /** Stores a head unless it exists; returns the stored one. */
  async ensure(tenant: Tenant, head: ConversationRow): Promise<ConversationRow> {
    const { _id, community: _c, workplace: _w, ...rest } = head;
    const row = await this.change(tenant, { _id }, { $setOnInsert: rest }, { upsert: true });
    return row!;
  }

  create(tenant: Tenant, head: ConversationRow, options: InSession = {}): Promise<ConversationRow> {
    return this.insert(tenant, head, options);
  }

  /** Changes a group; `icon` and `image` undefined remove them. */
  update(
    tenant: Tenant,
    id: string,
    fields: Partial<
      Pick<
        ConversationRow,
        | 'title'
        | 'title_key'
        | 'title_looks'
        | 'title_terms'
        | 'description'
        | 'color'
        | 'icon'
        | 'image'
        | 'invisible'
        | 'autojoin'
        | 'joiners_read_only'
      >
    >,
    options: InSession = {},
  ): Promise<ConversationRow | null> {
    const removed = (['icon', 'image'] as const).filter((name) => name in fields && fields[name] === undefined);
    const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const $unset = Object.fromEntries(removed.map((name) => [name, 1 as const]));
    return this.change(
      tenant,
      { _id: id, kind: 'group' },
      { $set: { ...set, last_updated: new Date() }, ...(removed.length > 0 && { $unset }) },
      options,
    );
  }

  /**
   * Takes the turn of a group: changes of its members and of itself begin with it, so that concurrent ones conflict and run one
   * after another. Returns the current row, null for a deleted group.
   */
  takeTurn(tenant: Tenant, id: string, options: Required<InSession>): Promise<ConversationRow | null> {
    return this.change(tenant, { _id: id, kind: 'group' }, { $set: { last_updated: new Date() } }, options);
  }

  async removeGroup(tenant: Tenant, id: string, options: InSession): Promise<void> {
    await this.remove(tenant, { _id: id, kind: 'group' }, options);
  }

  /** Removes the head of a record's comments. */
  async removeSubject(tenant: Tenant, id: string): Promise<void> {
    await this.remove(tenant, { _id: id, kind: 'subject' });
  }

  /** Takes the next positions among the comments of a record and returns the last one; null without a head. */
  async advanceSubject(tenant: Tenant, id: string, added: number, options: InSession): Promise<number | null> {
    const change = { $inc: { seq: added }, $set: { last_activity: new Date() } };
    const row = await this.change(tenant, { _id: id, kind: 'subject' }, change, options);
    return row && row.seq;
  }

  /**
   * Takes the next positions for new shouts and stores the last shout of each conversation. The shouts are given by conversation,
   * oldest first; returns the last position by conversation, without deleted conversations.
   */
  async advance(
    tenant: Tenant,
    shouts: ReadonlyMap<string, readonly LastShout[]>,
    options: InSession,
  ): Promise<Map<string, number>> {
    let left = [...shouts].map(([_id, added]) => ({ _id, added, seq: this.lastSeqs.get(tenantKey(tenant, _id)) }));
    if (left.every(({ seq }) => seq !== undefined)) {
      if ((await this.changeEach(tenant, left.map(advanced), options)) === left.length)
        return this.keepSeqs(tenant, new Map(left.map(({ _id, added, seq }) => [_id, seq! + added.length])));
      const rows = await this.find(tenant, { _id: { $in: [...shouts.keys()] } }, options);
      const newest = new Map(rows.map((row) => [row._id, row.last_shout?.id]));
      left = left.filter(({ _id, added }) => newest.get(_id) !== added.at(-1)!.id);
    }
    await this.changeEach(
      tenant,
      left.map(({ _id, added }) => advanced({ _id, added })),
      options,
    );
    const rows = await this.find(tenant, { _id: { $in: [...shouts.keys()] } }, options);
    return this.keepSeqs(tenant, new Map(rows.map((row) => [row._id, row.seq])));
  }

  /** Updates the preview if the edited shout is the last one and the preview is not of a later edit. */
  async reviseLastShout(
    tenant: Tenant,
    id: string,
    { id: shout, text, updated }: Required<Pick<LastShout, 'id' | 'text' | 'updated'>>,
    options: InSession = {},
  ): Promise<void> {
    await this.change(
      tenant,
      {
        _id: id,
        'last_shout.id': shout,
        $or: [{ 'last_shout.updated': { $exists: false } }, { 'last_shout.updated': { $lt: updated } }],
      },
      { $set: { 'last_shout.text': text, 'last_shout.updated': updated } },
      options,
    );
  }

  /**
   * Takes a deleted shout out of the unread counts and, if it is the preview, puts the newest present one there: `previous` reads it.
   */
  async withdraw(
    tenant: Tenant,
    id: string,
    shout: { id: string; position: number },
    previous: () => Promise<LastShout | undefined>,
    options: Required<InSession>,
  ): Promise<void> {
    const remembered = { withdrawn: { $each: [shout.position], $slice: -maxWithdrawn } };
    const row = await this.change(tenant, { _id: id }, { $push: remembered }, options);
    if (row?.last_shout?.id !== shout.id) return;
    const last_shout = await previous();
    const last_activity = last_shout?.created ?? row.created;
    await this.change(
      tenant,
      { _id: id },
      last_shout ? { $set: { last_shout, last_activity } } : { $set: { last_activity }, $unset: { last_shout: '' } },
      options,
    );
  }

  private page(
    tenant: Tenant,
    filter: TenantFilter<ConversationRow>,
    limit: number,
    after?: ChatCursor,
  ): Promise<ConversationRow[]> {
    const behind = after && {
      $or: [
        { last_activity: { $lt: after.last_activity } },
        { last_activity: after.last_activity, _id: { $lt: after.id } },
      ],
    };
    return this.find(tenant, behind ? { $and: [filter, behind] } : filter, {
      sort: { last_activity: -1, _id: -1 },
      limit,
    });
  }

  private keepSeqs(tenant: Tenant, seqs: Map<string, number>): Map<string, number> {
    for (const [id, seq] of seqs) this.lastSeqs.set(tenantKey(tenant, id), seq);
    return seqs;
  }
}

/** Restricted to `seq` being still the newest position, if given. */
function advanced({ _id, added, seq }: { _id: string; added: readonly LastShout[]; seq?: number | undefined }) {
  const last_shout = added.at(-1)!;
  const set = { last_shout, last_activity: last_shout.created };
  const filter = seq === undefined ? { _id } : { _id, seq };
  return { filter, update: { $inc: { seq: added.length }, $set: set } };
}
