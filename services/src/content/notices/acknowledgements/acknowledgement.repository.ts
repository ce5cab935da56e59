import { Injectable } from '@nestjs/common';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

/** A member acknowledged a version of a notice. */
export interface AcknowledgementRow extends WorkplaceRow {
  sponsor: string;
  version: number;
  /** Id of the member; of an erased one a random text that begins with `erased:`. */
  user: string;
  at: Date;
}

export const acknowledgementSchema = workplaceSchema<AcknowledgementRow>({
  sponsor: { type: String, required: true },
  version: { type: Number, required: true },
  user: { type: String, required: true },
  at: { type: Date, required: true },
});
// Makes a resend harmless.
acknowledgementSchema.index({ community: 1, workplace: 1, sponsor: 1, user: 1, version: 1 }, { unique: true });
acknowledgementSchema.index({ community: 1, workplace: 1, user: 1 });

/**
 * Who acknowledged which version when. Append-only (ADR 0046): rows are added, and an erasure replaces the member's id by a
 * random one; nothing else changes or removes them, also not the deletion of the notice.
 */
@Injectable()
export class AcknowledgementRepository extends TenantRepository<AcknowledgementRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'acknowledgements', acknowledgementSchema);
  }

  /** Throws a duplicate key error for one that is stored already. */
  addAll(
    tenant: Tenant,
    sponsor: string,
    added: readonly Pick<AcknowledgementRow, 'version' | 'user'>[],
    at: Date,
    options: InSession,
  ): Promise<void> {
    const rows = added.map(({ version, user }) => ({ _id: newId(), sponsor, version, user, at }));
    return this.insertAll(tenant, rows, options);
  }

  /** All of a notice, in the order of the clicks. */
  async ofSponsor(tenant: Tenant, sponsor: string): Promise<AcknowledgementRow[]> {
    return (await this.find(tenant, { sponsor })).toSorted((a, b) => +a.at - +b.at || (a._id < b._id ? -1 : 1));
  }

  /** A member's acknowledgements of these notices. */
  ofUser(tenant: Tenant, user: string, sponsors: readonly string[]): Promise<AcknowledgementRow[]> {
    return this.find(tenant, { user, sponsor: { $in: [...sponsors] } });
  }

  /** These members' acknowledgements of one notice. */
  ofUsers(
    tenant: Tenant,
    sponsor: string,
    users: readonly string[],
    options: InSession = {},
  ): Promise<AcknowledgementRow[]> {
    return this.find(tenant, { sponsor, user: { $in: [...users] } }, options);
  }

  /** A member's acknowledgements in all workplaces. */
  async everywhere(tenant: Tenant, user: string): Promise<AcknowledgementRow[]> {
    return this.findEverywhere(tenant, { user });
  }

  /** Replaces an erased member's id by one that leads to no member. */
  async erase(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant))
      await this.changeAll(place, { user }, { $set: { user: `erased:${newId()}` } });
  }
}
