import type { ClientSession, Filter, Sort, UpdateFilter } from 'mongodb';
import type { Model, QueryFilter, Schema } from 'mongoose';
import { refuseInPreview } from '../tenancy/preview.js';
import { tenantOf, type Tenant } from '../tenancy/tenant.js';
import type { Mongo } from './mongo.js';
import type { Row } from './row.js';

/** The filter of a query without the tenant, which the base class adds. */
export type TenantFilter<T> = Filter<T> & { community?: never; workplace?: never };
/** A new record without the tenant. */
export type NewRow<T> = Omit<T, 'community' | 'workplace'>;
type Update<T> = UpdateFilter<Omit<T, '_id' | 'community' | 'workplace'>>;
interface Change<T> {
  filter: TenantFilter<T>;
  update: Update<T>;
  upsert?: boolean;
}

/** Maximal number of rows in one reply of the database; the driver's own first reply has 101. */
const batchSize = 1000;
/** Rows that {@link TenantRepository.each} holds at once. */
const eachStep = 200;

export interface InSession {
  session?: ClientSession;
}
export interface FindOptions extends InSession {
  sort?: Sort;
  limit?: number;
  skip?: number;
}

/**
 * Base of every repository. Each method takes the tenant first and puts it into filter, pipeline or record itself, so that no
 * query touches another tenant's data, and refuses writes in a preview. Reads return plain records. Its methods are protected;
 * those of a subclass are named for what they find.
 */
export abstract class TenantRepository<T extends Row> {
  private readonly model: Model<T>;
  private readonly inWorkplace: boolean;
  private readonly fields: ReadonlySet<string>;
  private readonly projection: { projection?: Readonly<Record<string, 0>> };

  /** @param leftOut large fields that serve filters only: {@link find}, {@link findOne} and {@link change} return records without them */
  protected constructor(
    protected readonly mongo: Mongo,
    private readonly collection: string,
    schema: Schema<T>,
    leftOut: readonly (keyof T & string)[] = [],
  ) {
    this.model = mongo.model<T>(collection, schema);
    this.inWorkplace = schema.path('workplace') !== undefined;
    this.projection =
      leftOut.length > 0 ? { projection: Object.fromEntries(leftOut.map((name) => [name, 0] as const)) } : {};
    this.fields = new Set(Object.keys(schema.paths).map((path) => path.split('.', 1)[0]!));
  }

  // Uses the driver: rows have the fields of their type only, and mongoose's query is slower.
  protected async find(tenant: Tenant, filter: TenantFilter<T>, options: FindOptions = {}): Promise<T[]> {
    const scoped = this.checked(this.scoped(tenant, filter));
    return this.model.collection.find<T>(scoped as never, { ...optionsOf(options), ...this.projection }).toArray();
  }

  /** Like {@link find}, with only `_id` and these fields of each record. */
  protected async findParts<K extends keyof T & string>(
    tenant: Tenant,
    filter: TenantFilter<T>,
    fields: readonly K[],
    options: FindOptions = {},
  ): Promise<Pick<T, K | '_id'>[]> {
    const scoped = this.checked(this.scoped(tenant, filter));
    const projection = Object.fromEntries(fields.map((name) => [name, 1]));
    const found = this.model.collection.find(scoped as never, { ...optionsOf(options), projection });
    return found.toArray() as unknown as Promise<Pick<T, K | '_id'>[]>;
  }

  /** The first rows of a search that satisfy another filter, too; at most `limit`. An index is named by its key. */
  protected async findAmong(
    tenant: Tenant,
    filter: TenantFilter<T>,
    { index, ...first }: { sort: Record<string, 1 | -1>; limit: number; index?: Record<string, 1 | -1> },
    wanted: TenantFilter<T>,
    limit: number,
  ): Promise<T[]> {
    const stages: object[] = [
      { $match: this.checked(this.scoped(tenant, filter)) },
      { $sort: first.sort },
      { $limit: first.limit },
      { $match: this.checked(wanted) },
      { $limit: limit },
    ];
    if (this.projection.projection) stages.push({ $project: this.projection.projection });
    return this.model.collection.aggregate<T>(stages, index && { hint: index }).toArray();
  }

  protected async findOne(tenant: Tenant, filter: TenantFilter<T>, options: FindOptions = {}): Promise<T | null> {
    const scoped = this.checked(this.scoped(tenant, filter));
    const found = this.model.collection.findOne(scoped as never, { ...optionsOf(options), ...this.projection });
    return found as Promise<T | null>;
  }

  protected async exists(tenant: Tenant, filter: TenantFilter<T>, { session }: InSession = {}): Promise<boolean> {
    return (await this.model.exists(this.scoped(tenant, filter)).session(session ?? null)) !== null;
  }

  protected async count(tenant: Tenant, filter: TenantFilter<T>, options: { limit?: number } = {}): Promise<number> {
    return this.model.countDocuments(this.scoped(tenant, filter), options);
  }

  /** Adds a record. A second one under a unique index throws MongoDB's duplicate key error, see `once`. */
  protected async insert(tenant: Tenant, row: NewRow<T>, options: InSession = {}): Promise<T> {
    refuseInPreview();
    const document = new this.model({ ...row, ...this.owner(tenant) });
    await document.save(options);
    const stored = document.toObject();
    this.mongo.wrote(this.collection, stored, options.session);
    return stored;
  }

  /** Adds many records at once, for seeds and fan-outs. */
  protected async insertMany(tenant: Tenant, rows: NewRow<T>[], options: InSession = {}): Promise<void> {
    refuseInPreview();
    const documents = rows.map((row) => ({ ...row, ...this.owner(tenant) }));
    await this.model.insertMany(documents, options);
    this.mongo.wrote(this.collection, undefined, options.session);
  }

  /** Adds complete records as they are, in one command, without casts and defaults. */
  protected async insertAll(
    tenant: Tenant,
    rows: readonly NewRow<T>[],
    options: InSession & { ordered?: boolean },
  ): Promise<void> {
    refuseInPreview();
    const owner = this.owner(tenant);
    const documents = rows.map((row) => this.checked({ ...row, ...owner }));
    await this.model.collection.insertMany(documents as never[], { ...options, ignoreUndefined: true });
    for (const document of documents) this.mongo.wrote(this.collection, document, options.session);
  }

  /** Like {@link insertAll}, at the end of the transaction ({@link Mongo.defer}). */
  protected insertLater(tenant: Tenant, rows: readonly NewRow<T>[], { session }: Required<InSession>): void {
    const { collection } = this;
    const owner = this.owner(tenant);
    const writes = rows.map((row) => ({ collection, document: this.checked({ ...row, ...owner }) }));
    this.mongo.defer(session, writes);
    for (const { document } of writes) this.mongo.wrote(collection, document, session);
  }

  /** Like {@link changeEach}, at the end of the transaction: see {@link Mongo.defer} for `forget`. */
  protected changeLater(
    tenant: Tenant,
    changes: readonly Change<T>[],
    { session }: Required<InSession>,
    forget?: () => void,
  ): void {
    const { collection } = this;
    const writes = changes.map((change) => ({ collection, ...this.checkedChange(tenant, change) }));
    this.mongo.defer(session, writes, forget);
  }

  /**
   * Changes one record per entry, in one command, in order; returns the number of matches. Casts nothing and does not notify caches.
   */
  protected async changeEach(tenant: Tenant, changes: readonly Change<T>[], options: InSession): Promise<number> {
    refuseInPreview();
    const { matchedCount } = await this.model.collection.bulkWrite(
      changes.map((change) => ({ updateOne: this.checkedChange(tenant, change) as never })),
      { ...options, ignoreUndefined: true },
    );
    return matchedCount;
  }

  private checkedChange(tenant: Tenant, { filter, update, upsert = false }: Change<T>) {
    for (const fields of Object.values(update)) this.checked(fields as Record<string, unknown>);
    return { filter: this.checked(this.scoped(tenant, filter)), update, upsert };
  }

  /** Changes one record and returns the new one; null if none matches. */
  protected async change(
    tenant: Tenant,
    filter: TenantFilter<T>,
    update: Update<T>,
    options: InSession & { upsert?: boolean; sort?: Sort } = {},
  ): Promise<T | null> {
    refuseInPreview();
    const settings = { returnDocument: 'after', ...this.projection, ...options } as object;
    const row = await this.model.findOneAndUpdate(this.scoped(tenant, filter), update, settings).lean<T | null>();
    if (row) this.mongo.wrote(this.collection, row, options.session);
    return row;
  }

  /** Changes every match; returns their number. */
  protected async changeAll(
    tenant: Tenant,
    filter: TenantFilter<T>,
    update: Update<T>,
    options: InSession = {},
  ): Promise<number> {
    refuseInPreview();
    const result = await this.model.updateMany(this.scoped(tenant, filter), update, options);
    this.mongo.wrote(this.collection, undefined, options.session);
    return result.matchedCount;
  }

  /** Changes the records with these ids, in one command. Caches drop these alone, by `_id` and `community`. */
  protected async changeByIds(tenant: Tenant, ids: readonly string[], update: Update<T>): Promise<void> {
    refuseInPreview();
    await this.model.updateMany(this.scoped(tenant, { _id: { $in: ids } } as unknown as TenantFilter<T>), update);
    for (const _id of ids) this.mongo.wrote(this.collection, { _id, community: tenant.community });
  }

  /** Removes every match; returns their number. */
  protected async remove(tenant: Tenant, filter: TenantFilter<T>, options: InSession = {}): Promise<number> {
    refuseInPreview();
    const { deletedCount } = await this.model.deleteMany(this.scoped(tenant, filter), options);
    this.mongo.wrote(this.collection, undefined, options.session);
    return deletedCount;
  }

  /** The tenants of the community with any records, also in workplaces that are no longer configured. */
  protected async tenantsWithRows({ community }: Tenant): Promise<Tenant[]> {
    const found: Tenant[] = [];
    let next: Readonly<Record<string, unknown>> = { $gte: '' };
    for (;;) {
      const row = await this.model.collection.findOne(
        { community, workplace: next },
        { sort: { community: 1, workplace: 1 }, projection: { workplace: 1 } },
      );
      if (!row) return found;
      const workplace = String(row['workplace']);
      found.push(tenantOf(community, workplace));
      next = { $gt: workplace };
    }
  }

  /** Matches in all workplaces of the community. */
  protected async findEverywhere(tenant: Tenant, filter: TenantFilter<T>, options?: FindOptions): Promise<T[]> {
    return (await this.findByTenant(tenant, filter, options)).flatMap(({ rows }) => rows);
  }

  /** Like {@link findEverywhere}, by tenant. */
  protected async findByTenant(
    tenant: Tenant,
    filter: TenantFilter<T>,
    options?: FindOptions,
  ): Promise<{ place: Tenant; rows: T[] }[]> {
    const places = await this.tenantsWithRows(tenant);
    return Promise.all(places.map(async (place) => ({ place, rows: await this.find(place, filter, options) })));
  }

  /** Removes the matches in all workplaces of the community. */
  protected async removeEverywhere(tenant: Tenant, filter: TenantFilter<T>): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant)) await this.remove(place, filter);
  }

  /** Every match in the order of `by`, which is unique and has an index behind the filter; a few at a time. */
  protected async *each(tenant: Tenant, filter: TenantFilter<T>, by: keyof T & string): AsyncGenerator<T> {
    let behind: TenantFilter<T> = filter;
    for (;;) {
      const rows = await this.find(tenant, behind, { sort: { [by]: 1 }, limit: eachStep });
      yield* rows;
      if (rows.length < eachStep) return;
      behind = { ...filter, [by]: { $gt: rows.at(-1)![by] } };
    }
  }

  /** Like mongoose's `strictQuery`: a misspelt field would silently match nothing. */
  private checked<F extends Readonly<Record<string, unknown>>>(filter: F): F {
    for (const [name, value] of Object.entries(filter)) {
      if (name === '$and' || name === '$or' || name === '$nor')
        for (const part of value as Record<string, unknown>[]) this.checked(part);
      else if (!name.startsWith('$') && !this.fields.has(name.split('.', 1)[0]!))
        throw new Error(`${this.collection} has no field ${name}`);
    }
    return filter;
  }

  /** The tenant comes last, so that no filter can replace it. */
  private scoped(tenant: Tenant, filter: TenantFilter<T>): QueryFilter<T> {
    return { ...filter, ...this.owner(tenant) };
  }

  private owner(tenant: Tenant): { community: string; workplace?: string } {
    const { community, workplace } = tenant;
    return this.inWorkplace ? { community, workplace } : { community };
  }
}

function optionsOf({ sort, limit, skip, session }: FindOptions) {
  return {
    ...(sort && { sort }),
    ...(limit && { limit }),
    ...(skip && { skip }),
    batchSize,
    ...(session && { session }),
  };
}
