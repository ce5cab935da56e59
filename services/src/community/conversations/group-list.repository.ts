import { Injectable } from '@nestjs/common';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { termOf } from '../search/words.js';
import { ConversationRepository } from './conversation.repository.js';
import { conversationSchema, type ConversationRow } from './conversation.schema.js';
import { looksOf } from './title-looks.js';

type TitleParts = 'title' | 'title_key' | 'title_looks' | 'title_terms';

/** Lists the groups of a workplace: by activity, by title, by words of the title. */
@Injectable()
export class GroupListRepository extends TenantRepository<ConversationRow> {
  constructor(
    mongo: Mongo,
    private readonly heads: ConversationRepository,
  ) {
    super(mongo, 'conversations', conversationSchema);
  }

  /** The group whose title is the same for a reader ({@link looksOf}). */
  groupByTitle(tenant: Tenant, title: string, except?: string): Promise<ConversationRow | null> {
    const others = except !== undefined && { _id: { $ne: except } };
    return this.findOne(tenant, { kind: 'group', title_looks: { $in: looksOf(title) }, ...others });
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
    return this.find(
      tenant,
      { $and: [...titled(words), visibilityFilter(known)] },
      { sort: { title_key: 1, _id: 1 }, limit },
    );
  }

  /** Groups by title, after the group with this id: visible ones, and those in `known`; with `words` as {@link searchGroups} finds them. */
  async browseGroups(
    tenant: Tenant,
    known: readonly string[] | 'all',
    limit: number,
    { after, words = [] }: { after?: string | undefined; words?: readonly string[] },
  ): Promise<ConversationRow[]> {
    const last = after === undefined ? null : await this.heads.headById(tenant, after);
    // The cursor's group was deleted: return an empty page.
    if (after !== undefined && !last) return [];
    const filter = {
      kind: 'group' as const,
      title_key: { $gte: last?.title_key ?? '' },
      $and: [...titled(words), visibilityFilter(known), last ? beyond(last) : {}],
    };
    return this.find(tenant, filter, { sort: { title_key: 1, _id: 1 }, limit });
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
}

/** Titles with words of these beginnings; all without words. */
const titled = (words: readonly string[]) => words.map((word) => ({ title_terms: termOf(word) }));

/** Filter for the groups after this one. Titles that differ only in accents share a key; `_id` orders them. */
const beyond = ({ title_key, _id }: ConversationRow) => ({
  $or: [{ title_key: { $gt: title_key } }, { _id: { $gt: _id } }],
});

const visibilityFilter = (known: readonly string[] | 'all') =>
  known === 'all' ? {} : { $or: [{ invisible: false, hidden: false }, { _id: { $in: [...known] } }] };
