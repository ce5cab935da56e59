import { Injectable } from '@nestjs/common';
import { maxLinks } from '@paddock/contract/calls/links';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { type InSession, type NewRow, TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { linkSchema, type LinkRow } from './link.schema.js';

/** The editable fields of a link; `undefined` removes a field. */
export type LinkFields = Pick<LinkRow, 'title' | 'header' | 'in_app'> & {
  [K in 'icon' | 'image' | 'url' | 'file' | 'subscription']: LinkRow[K] | undefined;
};

@Injectable()
export class LinkRepository extends TenantRepository<LinkRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'links', linkSchema);
  }

  /** Headers first, then the oldest. */
  all(tenant: Tenant): Promise<LinkRow[]> {
    return this.find(tenant, {}, { sort: { header: -1, _id: 1 }, limit: maxLinks });
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<LinkRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byClientId(tenant: Tenant, author: string, clientId: string, options: InSession = {}): Promise<LinkRow | null> {
    return this.findOne(tenant, { author, client_id: clientId }, options);
  }

  async isFull(tenant: Tenant, options: InSession): Promise<boolean> {
    return (await this.count(tenant, {}, { limit: maxLinks, ...options })) >= maxLinks;
  }

  add(tenant: Tenant, row: Omit<NewRow<LinkRow>, 'created'>, options: InSession): Promise<LinkRow> {
    return this.insert(tenant, { ...row, created: new Date() }, options);
  }

  update(tenant: Tenant, id: string, fields: LinkFields, options: InSession): Promise<LinkRow | null> {
    const entries = Object.entries(fields);
    const $set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const $unset = Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [[name, 1]] : [])));
    return this.change(tenant, { _id: id }, { $set: { ...$set, updated: new Date() }, $unset } as never, options);
  }

  async delete(tenant: Tenant, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id }, options)) > 0;
  }

  /** A member's links in all workplaces. */
  async ofAuthor(tenant: Tenant, author: string): Promise<LinkRow[]> {
    return this.findEverywhere(tenant, { author });
  }
}
