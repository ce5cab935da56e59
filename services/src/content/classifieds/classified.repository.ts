import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { conversionStep } from '../../community/search/conversions.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession, type TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { classifiedSchema, type ClassifiedRow, queryParts, titleKeys } from './classified.schema.js';
import { termFrom } from './classified-term.js';

/** The fields that members write. */
export type ClassifiedFields = Pick<ClassifiedRow, 'title' | 'desc' | 'category' | 'images'>;
export type NewClassified = ClassifiedFields & Pick<ClassifiedRow, '_id' | 'owner' | 'client_id' | 'lifetime'>;

/** Which ads a list or a count is about; `hidden` are ids of owners. */
export interface ClassifiedScope {
  hidden: readonly string[];
  now: Date;
  category?: string | undefined;
  query?: string | undefined;
}

/** Up to this many matches are read by id. With more, a page fills soon from the top of the list. */
const fewMatches = 500;
/** Words of a query that are looked up. */
const maxWords = 3;

/** A part of a list: below the id `after`, or `skip` ads later. */
interface Part {
  after?: string | undefined;
  skip?: number | undefined;
  limit: number;
}

/** The complete row of a new ad. */
export function newClassifiedRow(ad: NewClassified, created: Date): Omit<ClassifiedRow, 'community' | 'workplace'> {
  return { ...ad, ...titleKeys(ad.title), ...termFrom(created, ad.lifetime), created };
}

@Injectable()
export class ClassifiedRepository extends TenantRepository<ClassifiedRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'classifieds', classifiedSchema);
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<ClassifiedRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byClientId(tenant: Tenant, owner: string, client_id: string): Promise<ClassifiedRow | null> {
    return this.findOne(tenant, { owner, client_id });
  }

  /** Visible ads, newest first. */
  async visible(tenant: Tenant, scope: ClassifiedScope, part: Part): Promise<ClassifiedRow[]> {
    return this.part(tenant, visibleFilter(scope), part, await this.fewIds(tenant, scope));
  }

  /** A member's ads, newest first, expired ones too. */
  own(tenant: Tenant, owner: string, query: string | undefined, part: Part): Promise<ClassifiedRow[]> {
    return this.part(tenant, { owner, ...titleFilter(query) }, part);
  }

  /** The numbers of visible ads: of all, and of each category in this order. */
  async countVisible(
    tenant: Tenant,
    { hidden, now }: ClassifiedScope,
    categories: readonly string[],
  ): Promise<{ all: number; each: number[] }> {
    const alive = { expires: { $gt: now } };
    const [all, each, ofHidden] = await Promise.all([
      this.count(tenant, alive),
      Promise.all(categories.map((category) => this.count(tenant, { ...alive, category }))),
      hidden.length > 0 ? this.findParts(tenant, { ...alive, owner: { $in: [...hidden] } }, ['category']) : [],
    ]);
    const visible = (count: number, category: string) =>
      count - ofHidden.filter((row) => row.category === category).length;
    return { all: all - ofHidden.length, each: each.map((count, at) => visible(count, categories[at]!)) };
  }

  countOwn(tenant: Tenant, owner: string): Promise<number> {
    return this.count(tenant, { owner });
  }

  /** Visible ads of others that were created after an instant and are not in `read`, newest first. */
  async unread(
    tenant: Tenant,
    { created, viewer, read }: { created: Date; viewer: string; read: readonly string[] },
    { hidden, now }: ClassifiedScope,
    limit: number,
  ): Promise<string[]> {
    // Ids ascend by the second.
    const few = await this.fewIds(tenant, { now });
    const _id = {
      ...(few && { $in: few }),
      $gte: `${Math.floor(created.getTime() / 1000)
        .toString(16)
        .padStart(8, '0')}0000000000000000`,
      ...(read.length > 0 && { $nin: [...read] }),
    };
    const filter = { ...visibleFilter({ hidden: [...hidden, viewer], now }), _id, created: { $gt: created } };
    const rows = await this.findParts(tenant, filter, [], { sort: { _id: -1 }, limit });
    return rows.map((row) => row._id);
  }

  add(tenant: Tenant, ad: NewClassified, options: InSession): Promise<ClassifiedRow> {
    return this.insert(tenant, newClassifiedRow(ad, new Date()), options);
  }

  /** Writes the fields, and begins a new term if `lifetime` is given; null for a deleted ad. */
  update(
    tenant: Tenant,
    id: string,
    fields: ClassifiedFields,
    { lifetime, ...options }: InSession & { lifetime: number | undefined },
  ): Promise<ClassifiedRow | null> {
    const now = new Date();
    const term = lifetime === undefined ? {} : termFrom(now, lifetime);
    const $set = { ...fields, ...titleKeys(fields.title), ...term, updated: now };
    return this.change(tenant, { _id: id }, { $set }, options);
  }

  /** Begins a new term, if the current one still ends at `expires`; null otherwise. */
  renew(
    tenant: Tenant,
    { _id, expires }: Pick<ClassifiedRow, '_id' | 'expires'>,
    lifetime: number,
    options: InSession,
  ): Promise<ClassifiedRow | null> {
    return this.change(tenant, { _id, expires }, { $set: termFrom(new Date(), lifetime) }, options);
  }

  async delete(tenant: Tenant, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id }, options)) > 0;
  }

  /** The workplaces of the community that have ads. */
  workplaces(tenant: Tenant): Promise<Tenant[]> {
    return this.tenantsWithRows(tenant);
  }

  /** Derives the keys of the ads behind an id; returns the last id, undefined at the end. */
  async convert(tenant: Tenant, after: string): Promise<string | undefined> {
    const rows = await this.find(tenant, { _id: { $gt: after } }, { sort: { _id: 1 }, limit: conversionStep });
    for (const { _id, title, title_parts } of rows) {
      const keys = titleKeys(title);
      if (!isDeepStrictEqual(keys.title_parts, title_parts)) await this.change(tenant, { _id, title }, { $set: keys });
    }
    return rows.length < conversionStep ? undefined : rows.at(-1)!._id;
  }

  /** Takes ads whose reminder is due: each is taken once. */
  async takeReminders(tenant: Tenant, now: Date, limit: number, options: InSession): Promise<ClassifiedRow[]> {
    const rows = await this.find(tenant, { remind: { $lte: now } }, { sort: { remind: 1 }, limit, ...options });
    const ids = rows.map(({ _id }) => _id);
    if (ids.length > 0) await this.changeAll(tenant, { _id: { $in: ids } }, { $unset: { remind: 1 } }, options);
    return rows;
  }

  /** Whether an ad ended after `from`, up to `to`. */
  async endedBetween(tenant: Tenant, from: Date, to: Date): Promise<boolean> {
    return (await this.findParts(tenant, { expires: { $gt: from, $lte: to } }, [], { limit: 1 })).length > 0;
  }

  /** Ads that ended before an instant. */
  endedBefore(tenant: Tenant, before: Date, limit: number): Promise<ClassifiedRow[]> {
    return this.find(tenant, { expires: { $lt: before } }, { sort: { expires: 1 }, limit });
  }

  /** A member's ads in all workplaces. */
  async ofMember(tenant: Tenant, owner: string): Promise<{ place: Tenant; rows: ClassifiedRow[] }[]> {
    return this.findByTenant(tenant, { owner });
  }

  private part(
    tenant: Tenant,
    filter: TenantFilter<ClassifiedRow>,
    { after, skip, limit }: Part,
    ids?: readonly string[],
  ): Promise<ClassifiedRow[]> {
    const _id = { ...(ids && { $in: [...ids] }), ...(after !== undefined && { $lt: after }) };
    const within = Object.keys(_id).length > 0 ? { _id } : {};
    return this.find(tenant, { ...filter, ...within }, { sort: { _id: -1 }, limit, ...(skip && { skip }) });
  }

  /** Ids among which all matches are, if one of the conditions leaves few: others would be read in vain. */
  private async fewIds(
    tenant: Tenant,
    { now, query = '' }: Pick<ClassifiedScope, 'now' | 'query'>,
  ): Promise<string[] | undefined> {
    const alive = { expires: { $gt: now } };
    const limit = fewMatches + 1;
    const areFewAlive = (await this.count(tenant, alive, { limit })) < limit;
    const parts = queryParts(query).slice(0, maxWords).map(withPart);
    for (const condition of areFewAlive ? [alive] : parts) {
      const rows = await this.findParts(tenant, condition, [], { limit });
      if (rows.length < limit) return rows.map(({ _id }) => _id);
    }
    return undefined;
  }
}

function visibleFilter({ hidden, now, category, query }: ClassifiedScope): TenantFilter<ClassifiedRow> {
  return {
    expires: { $gt: now },
    ...(hidden.length > 0 && { owner: { $nin: [...hidden] } }),
    ...(category !== undefined && { category }),
    ...titleFilter(query),
  };
}

function titleFilter(query: string | undefined): TenantFilter<ClassifiedRow> {
  if (!query) return {};
  const parts = queryParts(query);
  return parts.length > 0 ? { $and: parts.map(withPart) } : { title_parts: { $in: [] } };
}

/** A word has no sign but `+` that means anything in a pattern. */
const withPart = (part: string): TenantFilter<ClassifiedRow> => ({
  title_parts: { $regex: `^${part.replaceAll('+', String.raw`\+`)}` },
});
