import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RowCache } from '../../infrastructure/cache/row-cache.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession, type TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import { CommitLog, type Snapshot } from '../../infrastructure/outbox/commit-log.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { conversationSchema, maxWithdrawn, type ConversationRow, type LastShout } from './conversation.schema.js';

/** The last row of the previous page: its time, and its id (of a request, that of its member). */
export interface ChatCursor {
  time: Date;
  id: string;
}

@Injectable()
export class ConversationRepository extends TenantRepository<ConversationRow> {
  private readonly cache = RowCache.byId<ConversationRow>(10_000, (tenant, ids) => this.byIds(tenant, ids));

  /** The last results of {@link advance}: other processes may have taken later ones. */
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

  byClientId(tenant: Tenant, created_by: string, client_id: string): Promise<ConversationRow | null> {
    return this.findOne(tenant, { created_by, client_id });
  }

  /** The tenants of the community with any conversations. */
  workplaces(tenant: Tenant): Promise<Tenant[]> {
    return this.tenantsWithRows(tenant);
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
   * Takes the next positions for new shouts and stores the last shout of each conversation, at the end of the transaction if this process
   * knows the newest positions. The shouts are given by conversation, oldest first; returns the last position by conversation, without
   * deleted conversations.
   */
  async advance(
    tenant: Tenant,
    shouts: ReadonlyMap<string, readonly LastShout[]>,
    options: Required<InSession>,
  ): Promise<Map<string, number>> {
    const seqs = this.takeNextPositions(tenant, shouts, options) ?? (await this.takePositions(tenant, shouts, options));
    for (const [id, added] of shouts) {
      const [last_shout, seq] = [added.at(-1)!, seqs.get(id)];
      const change = { seq: seq!, last_shout, last_activity: last_shout.created };
      this.cache.patchWhenEnded(this.mongo, options.session, { tenant, id }, (row) =>
        row.seq + added.length === seq ? { ...row, ...change } : undefined,
      );
    }
    this.mongo.whenEnded(options.session, (isCommitted) => {
      for (const [id, seq] of seqs)
        if (isCommitted) this.lastSeqs.set(tenantKey(tenant, id), seq);
        else this.lastSeqs.delete(tenantKey(tenant, id));
    });
    return seqs;
  }

  /** The positions after those that this process used last; undefined if it does not know one. */
  private takeNextPositions(
    tenant: Tenant,
    shouts: ReadonlyMap<string, readonly LastShout[]>,
    options: Required<InSession>,
  ): Map<string, number> | undefined {
    const known = [...shouts].map(([_id, added]) => ({ _id, added, seq: this.lastSeqs.get(tenantKey(tenant, _id)) }));
    if (known.some(({ seq }) => seq === undefined)) return undefined;
    const forget = () => known.forEach(({ _id }) => this.lastSeqs.delete(tenantKey(tenant, _id)));
    this.changeLater(tenant, known.map(advanced), options, forget);
    return new Map(known.map(({ _id, added, seq }) => [_id, seq! + added.length]));
  }

  private async takePositions(
    tenant: Tenant,
    shouts: ReadonlyMap<string, readonly LastShout[]>,
    options: InSession,
  ): Promise<Map<string, number>> {
    await this.changeEach(
      tenant,
      [...shouts].map(([_id, added]) => advanced({ _id, added })),
      options,
    );
    const rows = await this.find(tenant, { _id: { $in: [...shouts.keys()] } }, options);
    return new Map(rows.map((row) => [row._id, row.seq]));
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
      $or: [{ last_activity: { $lt: after.time } }, { last_activity: after.time, _id: { $lt: after.id } }],
    };
    return this.find(tenant, behind ? { $and: [filter, behind] } : filter, {
      sort: { last_activity: -1, _id: -1 },
      limit,
    });
  }
}

/** Restricted to `seq` being still the newest position, if given. */
function advanced({ _id, added, seq }: { _id: string; added: readonly LastShout[]; seq?: number | undefined }) {
  const last_shout = added.at(-1)!;
  const set = { last_shout, last_activity: last_shout.created };
  const filter = seq === undefined ? { _id } : { _id, seq };
  return { filter, update: { $inc: { seq: added.length }, $set: set } };
}
