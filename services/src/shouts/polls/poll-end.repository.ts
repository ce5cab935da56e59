import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession, type NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** A poll whose end is still to be published. Its id is the shout's. */
interface PollEndRow extends WorkplaceRow {
  conversation: string;
  author: string;
  end: Date;
}

const schema = workplaceSchema<PollEndRow>({
  conversation: { type: String, required: true },
  author: { type: String, required: true },
  end: { type: Date, required: true },
});
schema.index({ community: 1, workplace: 1, end: 1 });

const batch = 100;

@Injectable()
export class PollEndRepository extends TenantRepository<PollEndRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'poll_ends', schema);
  }

  async add(tenant: Tenant, row: NewRow<PollEndRow>, options: InSession): Promise<void> {
    await this.insert(tenant, row, options);
  }

  /** Adds those that are not there. */
  async addMissing(tenant: Tenant, rows: readonly NewRow<PollEndRow>[]): Promise<void> {
    const changes = rows.map(({ _id, ...$setOnInsert }) => ({
      filter: { _id },
      update: { $setOnInsert },
      upsert: true,
    }));
    if (changes.length > 0) await this.changeEach(tenant, changes, {});
  }

  /** Polls of the community that have ended by this instant, each with its tenant. */
  async *over(tenant: Tenant, instant: Date): AsyncGenerator<[Tenant, PollEndRow]> {
    for (const place of await this.tenantsWithRows(tenant))
      for (const row of await this.find(place, { end: { $lte: instant } }, { sort: { end: 1 }, limit: batch }))
        yield [place, row];
  }

  /** False if another process was first. */
  async take(tenant: Tenant, shout: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: shout }, options)) > 0;
  }
}
