import type { ClientSession, Filter, Sort, UpdateFilter } from 'mongodb';
import type { Model, PipelineStage, QueryFilter, Schema } from 'mongoose';
import type { Tenant } from '../tenancy/tenant.js';
import type { Mongo } from './mongo.js';
import type { Row } from './row.js';

/** What a query may ask for: everything but the tenant, which the base class adds. */
export type TenantFilter<T> = Filter<T> & { community?: never; workplace?: never };
/** What a new record states: everything but the tenant. */
export type NewRow<T> = Omit<T, 'community' | 'workplace'>;
type Update<T> = UpdateFilter<Omit<T, '_id' | 'community' | 'workplace'>>;
/** Stages that stay inside the collection: the tenant's `$match` cannot reach into another one. */
type OwnStage = Exclude<
  PipelineStage,
  PipelineStage.Lookup | PipelineStage.GraphLookup | PipelineStage.UnionWith | PipelineStage.Out | PipelineStage.Merge
>;

export interface InSession {
  session?: ClientSession;
}
export interface FindOptions extends InSession {
  sort?: Sort;
  limit?: number;
}

/**
 * Base of every repository. Each method takes the tenant first and puts it into filter, pipeline or record itself, so that no
 * query reaches another tenant's data. Reads answer plain records. Its methods are for the subclass, whose own are named for what they find.
 */
export abstract class TenantRepository<T extends Row> {
  private readonly model: Model<T>;
  private readonly inWorkplace: boolean;

  protected constructor(mongo: Mongo, collection: string, schema: Schema<T>) {
    this.model = mongo.model<T>(collection, schema);
    this.inWorkplace = schema.path('workplace') !== undefined;
  }

  protected async find(tenant: Tenant, filter: TenantFilter<T>, options: FindOptions = {}): Promise<T[]> {
    const query = this.model.find(this.scoped(tenant, filter)).session(options.session ?? null);
    if (options.sort) query.sort(options.sort as Record<string, 1 | -1>);
    if (options.limit) query.limit(options.limit);
    return query.lean<T[]>();
  }

  protected async findOne(tenant: Tenant, filter: TenantFilter<T>, options: FindOptions = {}): Promise<T | null> {
    const query = this.model.findOne(this.scoped(tenant, filter)).session(options.session ?? null);
    if (options.sort) query.sort(options.sort as Record<string, 1 | -1>);
    return query.lean<T | null>();
  }

  protected async exists(tenant: Tenant, filter: TenantFilter<T>): Promise<boolean> {
    return (await this.model.exists(this.scoped(tenant, filter))) !== null;
  }

  protected async count(tenant: Tenant, filter: TenantFilter<T>): Promise<number> {
    return this.model.countDocuments(this.scoped(tenant, filter));
  }

  /** Adds a record. A second one under a unique index throws MongoDB's duplicate key error, see `once`. */
  protected async insert(tenant: Tenant, row: NewRow<T>, options: InSession = {}): Promise<T> {
    const document = new this.model({ ...row, ...this.owner(tenant) });
    await document.save(options);
    return document.toObject();
  }

  /** Adds many records at once, for seeds and fan-outs. */
  protected async insertMany(tenant: Tenant, rows: NewRow<T>[], options: InSession = {}): Promise<void> {
    await this.model.insertMany(
      rows.map((row) => ({ ...row, ...this.owner(tenant) })),
      options,
    );
  }

  /** Changes one record and answers it as it is afterwards; null when none matches. */
  protected async change(
    tenant: Tenant,
    filter: TenantFilter<T>,
    update: Update<T>,
    options: InSession & { upsert?: boolean; sort?: Sort } = {},
  ): Promise<T | null> {
    return this.model
      .findOneAndUpdate(this.scoped(tenant, filter), update, {
        returnDocument: 'after',
        ...options,
      } as object)
      .lean<T | null>();
  }

  /** Changes every match; answers how many matched. */
  protected async changeAll(
    tenant: Tenant,
    filter: TenantFilter<T>,
    update: Update<T>,
    options: InSession = {},
  ): Promise<number> {
    const result = await this.model.updateMany(this.scoped(tenant, filter), update, options);
    return result.matchedCount;
  }

  /** Removes every match; answers how many there were. */
  protected async remove(tenant: Tenant, filter: TenantFilter<T>, options: InSession = {}): Promise<number> {
    return (await this.model.deleteMany(this.scoped(tenant, filter), options)).deletedCount;
  }

  protected async aggregate<R>(tenant: Tenant, stages: OwnStage[]): Promise<R[]> {
    return this.model.aggregate<R>([{ $match: this.owner(tenant) }, ...stages]);
  }

  /** Tenant last, so that nothing in a filter can replace it. */
  private scoped(tenant: Tenant, filter: TenantFilter<T>): QueryFilter<T> {
    return { ...filter, ...this.owner(tenant) };
  }

  private owner(tenant: Tenant): { community: string; workplace?: string } {
    const { community, workplace } = tenant;
    return this.inWorkplace ? { community, workplace } : { community };
  }
}
