import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import { sha256 } from '../../infrastructure/sha256.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import type { Arm } from './rollout-verdict.js';

/** Rows are of no use after their rollout. */
const retentionSeconds = 60 * 24 * 3600;

/**
 * One member's windows with one release in one rollout. Its id is a hash from which the member cannot be read, so that a member counts
 * once however often a window opens or fails.
 */
interface RolloutReportRow extends Row {
  module: string;
  version: string;
  /** When the rollout started. */
  started: string;
  failed: boolean;
  at: Date;
}

const schema = communitySchema<RolloutReportRow>({
  module: { type: String, required: true },
  version: { type: String, required: true },
  started: { type: String, required: true },
  failed: { type: Boolean, required: true },
  at: { type: Date, required: true },
});
schema.index({ community: 1, module: 1, started: 1, version: 1, failed: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: retentionSeconds });

/** A release in a rollout of a community. */
export interface RolloutRelease {
  community: string;
  module: string;
  version: string;
  started: string;
}

@Injectable()
export class RolloutReportRepository extends TenantRepository<RolloutReportRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'rollout_reports', schema);
  }

  /** Notes that a release reached a member, or failed for them. */
  async note({ community, ...release }: RolloutRelease, member: string, failed: boolean): Promise<void> {
    const _id = sha256(Object.values({ community, ...release, member }).join('/'));
    const first = { ...release, at: new Date(), ...(!failed && { failed }) };
    const note = () =>
      this.change(
        tenantOf(community),
        { _id },
        { $setOnInsert: first, ...(failed && { $set: { failed } }) },
        {
          upsert: true,
        },
      );
    // Of two first reports at once, one meets the other's row.
    await note().catch(note);
  }

  async armOf({ community, ...release }: RolloutRelease): Promise<Arm> {
    const tenant = tenantOf(community);
    const [members, failed] = await Promise.all([
      this.count(tenant, release),
      this.count(tenant, { ...release, failed: true }),
    ]);
    return { members, failed };
  }
}
