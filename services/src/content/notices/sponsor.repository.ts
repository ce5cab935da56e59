import { Injectable } from '@nestjs/common';
import { foldText } from '@paddock/contract/core/folding';
import type { sponsorSorts } from '@paddock/contract/core/tab-flags';
import type { Sort } from 'mongodb';
import { conversionStep } from '../../community/search/conversions.js';
import { decodeCursor, encodeCursor } from '../../infrastructure/calls/cursor.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession, type TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { sponsorSchema, type SponsorRow } from './sponsor.schema.js';

/** Fields that a form writes. */
export type SponsorFields = Pick<
  SponsorRow,
  | ('title' | 'desc' | 'url' | 'url2' | 'email' | 'phone' | 'twitter_handle' | 'location' | 'color' | 'tags')
  | ('custom_field_0' | 'custom_field_1' | 'custom_field_2' | 'group' | 'owner' | 'hidden' | 'sort_by')
>;
/** What an update replaces. */
export type SponsorChange = SponsorFields &
  Pick<SponsorRow, 'images' | 'files' | 'version' | 'acknowledge'> &
  Partial<Pick<SponsorRow, 'created' | 'posted'>>;
/** The fields of a new notice. */
export type NewSponsor = Omit<SponsorChange, 'created' | 'posted'> &
  Pick<SponsorRow, '_id' | 'namespace' | 'author' | 'client_id' | 'created'> &
  Partial<Pick<SponsorRow, 'posted' | 'comments'>>;

/** The reader: undefined sees every notice; a member sees those of everybody and of their groups, and all of their own. */
export type Reader = { readonly id: string; readonly groups: readonly string[] } | undefined;
type Order = (typeof sponsorSorts)[number] | undefined;

/** The field that orders a list. */
const keyField = { title: 'title_key', sort_by: 'sort_key' } as const;

const removable = [
  ...(['url', 'url2', 'email', 'phone', 'twitter_handle', 'location', 'group', 'owner', 'sort_by'] as const),
  ...(['custom_field_0', 'custom_field_1', 'custom_field_2', 'acknowledge'] as const),
];

/** Notices without a `sort_by` follow the others, by title. */
function keysOf({ title, sort_by }: Pick<SponsorRow, 'title' | 'sort_by'>): Pick<SponsorRow, 'sort_key' | 'title_key'> {
  const title_key = foldText(title);
  return { title_key, sort_key: sort_by ? `0${foldText(sort_by)} ${title_key}` : `1${title_key}` };
}

@Injectable()
export class SponsorRepository extends TenantRepository<SponsorRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'sponsors', sponsorSchema);
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<SponsorRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byClientId(tenant: Tenant, author: string, client_id: string): Promise<SponsorRow | null> {
    return this.findOne(tenant, { author, client_id });
  }

  /** A page in the list's order; `after` is the `next` of the page before, a `skip` counts from the start. */
  async page(
    tenant: Tenant,
    { namespace, reader, sort, after, skip, limit, withDrafts = true }: PageQuery,
  ): Promise<{ rows: SponsorRow[]; next: string | null }> {
    const field = sort ? keyField[sort] : undefined;
    const behind = after === undefined ? [] : [behindCursor(field, after)];
    const drafts = withDrafts ? {} : { hidden: { $ne: true } };
    const filter = { namespace, ...drafts, $and: [...readableFilters(reader), ...behind] };
    const order: Sort = field ? { [field]: 1, _id: 1 } : { created: -1 };
    const options = { sort: order, limit: limit + 1, ...(skip && { skip }) };
    const found = await this.find(tenant, withoutEmpty(filter), options);
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1)! : undefined;
    return { rows, next: last ? encodeCursor(field ? [last[field], last._id] : [+last.created]) : null };
  }

  /** Notices that became visible after an instant and are neither the reader's own nor in `read`, oldest first. */
  unread(
    tenant: Tenant,
    { namespace, user, reader, after, read, limit }: UnreadQuery,
  ): Promise<Pick<SponsorRow, '_id' | 'posted' | 'group'>[]> {
    const filter = {
      ...{ namespace, posted: { $gt: after }, owner: { $ne: user }, hidden: { $ne: true } },
      ...(read.length > 0 && { _id: { $nin: [...read] } }),
      $and: readableFilters(reader),
    };
    return this.findParts(tenant, withoutEmpty(filter), ['posted', 'group'], { sort: { posted: 1 }, limit });
  }

  /** A stamp after all others of a namespace. */
  async nextStamp(tenant: Tenant, namespace: string, options: InSession): Promise<Date> {
    const [row] = await this.find(tenant, { namespace }, { ...options, sort: { created: -1 }, limit: 1 });
    return new Date(Math.max(Date.now(), row ? +row.created + 1 : 0));
  }

  /** When the newest of some notices became visible. */
  async newestPosted(tenant: Tenant, ids: readonly string[]): Promise<Date | undefined> {
    const filter = { _id: { $in: [...ids] } };
    const [row] = await this.findParts(tenant, filter, ['posted'], { sort: { posted: -1 }, limit: 1 });
    return row?.posted;
  }

  /** A notice between two stamps, outside the groups in `except`. */
  between(tenant: Tenant, { namespace, stamps, except }: Between, options: InSession): Promise<SponsorRow | null> {
    const [first, last] = stamps.toSorted((a, b) => +a - +b);
    const filter = { namespace, created: { $gt: first!, $lt: last! } };
    return this.findOne(tenant, except.length > 0 ? { ...filter, group: { $nin: [...except] } } : filter, options);
  }

  /** Swaps the stamps of two notices, in a transaction. The index is unique, so one of them steps aside first. */
  async swap(tenant: Tenant, a: SponsorRow, b: SponsorRow, options: InSession): Promise<SponsorRow> {
    await this.change(tenant, { _id: a._id }, { $set: { created: new Date(-+a.created) } }, options);
    await this.change(tenant, { _id: b._id }, { $set: { created: a.created } }, options);
    return (await this.change(tenant, { _id: a._id }, { $set: { created: b.created } }, options))!;
  }

  add(tenant: Tenant, sponsor: NewSponsor, options: InSession): Promise<SponsorRow> {
    return this.insert(tenant, newSponsorRow(sponsor), options);
  }

  /** Replaces what a form writes; null for a deleted notice. */
  update(tenant: Tenant, id: string, fields: SponsorChange, options: InSession): Promise<SponsorRow | null> {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const missing = removable.filter((name) => fields[name] === undefined);
    const $set = { ...given, ...keysOf(fields), updated: new Date() };
    const $unset = Object.fromEntries(missing.map((name) => [name, 1]));
    return this.change(tenant, { _id: id }, { $set, ...(missing.length > 0 && { $unset }) } as never, options);
  }

  async addComments(tenant: Tenant, id: string, comments: number, options: InSession): Promise<boolean> {
    return (await this.change(tenant, { _id: id }, { $inc: { comments } }, options)) !== null;
  }

  /** The workplaces of the community that have notices. */
  workplaces(tenant: Tenant): Promise<Tenant[]> {
    return this.tenantsWithRows(tenant);
  }

  /** Derives the keys of the notices behind an id; returns the last id, undefined at the end. */
  async convert(tenant: Tenant, after: string): Promise<string | undefined> {
    const rows = await this.find(tenant, { _id: { $gt: after } }, { sort: { _id: 1 }, limit: conversionStep });
    for (const row of rows) {
      const { _id, title } = row;
      const keys = keysOf(row);
      if (keys.title_key !== row.title_key || keys.sort_key !== row.sort_key)
        await this.change(tenant, { _id, title }, { $set: keys });
    }
    return rows.length < conversionStep ? undefined : rows.at(-1)!._id;
  }

  async delete(tenant: Tenant, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id }, options)) > 0;
  }

  ofGroup(tenant: Tenant, group: string): Promise<SponsorRow[]> {
    return this.find(tenant, { group });
  }

  /** Visible notices whose date lies between the two instants and whose last reminder is older than `remindedBefore`. */
  async due(tenant: Tenant, from: Date, to: Date, remindedBefore: Date): Promise<SponsorRow[]> {
    const filter = { 'acknowledge.until': { $gt: from, $lt: to }, hidden: { $ne: true } };
    const rows = await this.findEverywhere(tenant, filter, { limit: 1000 });
    return rows.filter(({ acknowledge }) => (acknowledge?.reminded ?? new Date(0)) <= remindedBefore);
  }

  /** Sets the time of the last reminder unless another process or admin has; false then. */
  async markReminded(tenant: Tenant, id: string, before: Date, now: Date, options: InSession): Promise<boolean> {
    const untouched = {
      $or: [{ 'acknowledge.reminded': { $exists: false } }, { 'acknowledge.reminded': { $lte: before } }],
    };
    const filter = { _id: id, acknowledge: { $exists: true }, ...untouched } as TenantFilter<SponsorRow>;
    return (await this.change(tenant, filter, { $set: { 'acknowledge.reminded': now } }, options)) !== null;
  }

  /** Notices that a member owns, in all workplaces. */
  async ofOwner(tenant: Tenant, owner: string): Promise<SponsorRow[]> {
    return this.findEverywhere(tenant, { owner });
  }

  /** Removes a member from the notices of all workplaces; the notices stay. */
  async forgetMember(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant)) {
      await this.changeAll(place, { owner: user }, { $unset: { owner: 1 } });
      await this.changeAll(place, { author: user }, { $unset: { author: 1, client_id: 1 } });
    }
  }
}

interface PageQuery {
  namespace: string;
  reader: Reader;
  sort: Order;
  after?: string | undefined;
  skip?: number | undefined;
  limit: number;
  withDrafts?: boolean;
}
interface Between {
  namespace: string;
  stamps: readonly Date[];
  except: readonly string[];
}
interface UnreadQuery {
  namespace: string;
  user: string;
  reader: Reader;
  after: Date;
  read: readonly string[];
  limit: number;
}

/** The complete row of a new notice. */
export const newSponsorRow = (sponsor: NewSponsor) => ({
  comments: 0,
  posted: sponsor.created,
  ...sponsor,
  ...keysOf(sponsor),
});

function readableFilters(reader: Reader): TenantFilter<SponsorRow>[] {
  if (!reader) return [];
  const groups = { $or: [{ group: { $exists: false } }, { group: { $in: [...reader.groups] } }] };
  return [{ $or: [{ owner: reader.id }, { hidden: { $ne: true }, ...groups }] }];
}

/** MongoDB refuses an empty `$and`. */
function withoutEmpty({ $and, ...filter }: TenantFilter<SponsorRow>): TenantFilter<SponsorRow> {
  return $and && $and.length > 0 ? { ...filter, $and } : filter;
}

/** An invalid cursor returns an empty page. */
function behindCursor(field: 'title_key' | 'sort_key' | undefined, cursor: string): TenantFilter<SponsorRow> {
  const [value, id] = decodeCursor(cursor);
  if (!field) return { created: { $lt: new Date(typeof value === 'number' ? value : 0) } };
  if (typeof value !== 'string' || typeof id !== 'string') return { _id: '' };
  return { $or: [{ [field]: { $gt: value } }, { [field]: value, _id: { $gt: id } }] };
}
