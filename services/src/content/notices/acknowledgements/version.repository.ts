import { Injectable } from '@nestjs/common';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../../infrastructure/mongo/row.js';
import { type NewRow, TenantRepository, type InSession } from '../../../infrastructure/mongo/tenant-repository.js';
import { sha256 } from '../../../infrastructure/sha256.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import type { SponsorRow } from '../sponsor.schema.js';

const contentFields = [
  ...(['title', 'desc', 'url', 'url2', 'email', 'phone', 'twitter_handle', 'location'] as const),
  ...(['custom_field_0', 'custom_field_1', 'custom_field_2', 'images', 'files'] as const),
];
type Content = Partial<Pick<SponsorRow, (typeof contentFields)[number]>>;

/** The text of a notice as one version of it had it. */
export interface VersionRow extends WorkplaceRow {
  sponsor: string;
  version: number;
  /** SHA-256 of the content. */
  digest: string;
  content: Content;
  at: Date;
}

export const versionSchema = workplaceSchema<VersionRow>({
  sponsor: { type: String, required: true },
  version: { type: Number, required: true },
  digest: { type: String, required: true },
  content: { type: Object, required: true },
  at: { type: Date, required: true },
});
versionSchema.index({ community: 1, workplace: 1, sponsor: 1, version: 1 }, { unique: true });

/** What a member acknowledges of a notice. */
function contentOf(row: Content): Content {
  return Object.fromEntries(contentFields.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}

/** Whether two states of a notice say the same. */
export const sameContent = (a: Content, b: Content): boolean => digestOf(a) === digestOf(b);

const digestOf = (row: Content) => sha256(JSON.stringify(contentOf(row)));

/** The complete row of a notice's current version. */
export function newVersionRow(row: Content & Pick<SponsorRow, '_id' | 'version'>, at: Date): NewRow<VersionRow> {
  const { _id: sponsor, version } = row;
  return { _id: newId(), sponsor, version, digest: digestOf(row), content: contentOf(row), at };
}

/** The texts that members were asked to acknowledge. Append-only (ADR 0046): kept when the notice changes or is deleted. */
@Injectable()
export class SponsorVersionRepository extends TenantRepository<VersionRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'sponsor_versions', versionSchema);
  }

  /** Keeps the notice's current text, unless it is kept already. */
  async keep(tenant: Tenant, row: SponsorRow, options: InSession): Promise<void> {
    const { _id: sponsor, version } = row;
    if (await this.findOne(tenant, { sponsor, version }, options)) return;
    await this.insert(tenant, newVersionRow(row, new Date()), options);
  }

  async digests(tenant: Tenant, sponsor: string): Promise<Map<number, string>> {
    const rows = await this.findParts(tenant, { sponsor }, ['version', 'digest']);
    return new Map(rows.map(({ version, digest }) => [version, digest]));
  }
}
