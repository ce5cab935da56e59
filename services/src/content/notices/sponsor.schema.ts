import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** Whom a notice asks to acknowledge it. */
export interface Acknowledge {
  until?: Date;
  /** Members of one of these groups, or with one of these roles; without both, all who may read it. */
  groups: string[];
  roles: string[];
  /** The oldest version whose acknowledgement counts. */
  required_version: number;
  /** When members were last reminded. */
  reminded?: Date;
}

/** A notice. The specification's calls and flags name it a sponsor; `notice` in code is an in-app notification. */
export interface SponsorRow extends WorkplaceRow {
  namespace: string;
  title: string;
  desc: string;
  url?: string;
  url2?: string;
  email?: string;
  phone?: string;
  twitter_handle?: string;
  location?: string;
  color: string;
  tags: string[];
  custom_field_0?: string;
  custom_field_1?: string;
  custom_field_2?: string;
  /** Ids of stored files. */
  images: string[];
  files: string[];
  /** The group's conversation; a notice without one is for the whole workplace. */
  group?: string;
  /** User id. */
  owner?: string;
  /** The member who created it, for a resend of the create. */
  author?: string;
  client_id?: string;
  /** A draft, for workplace admins and the owner. */
  hidden: boolean;
  sort_by?: string;
  /** Orders by `sort_by` and by title. */
  sort_key: string;
  title_key: string;
  /** Grows with each change of the text. */
  version: number;
  acknowledge?: Acknowledge;
  comments: number;
  /** Its place in an unsorted list, unique in its namespace; moving swaps two of these. */
  created: Date;
  /** When its readers could first see it: decides whether it is new. */
  posted: Date;
  updated?: Date;
}

export const sponsorSchema = workplaceSchema<SponsorRow>({
  namespace: { type: String, required: true },
  title: { type: String, required: true },
  desc: { type: String, default: '' },
  url: String,
  url2: String,
  email: String,
  phone: String,
  twitter_handle: String,
  location: String,
  color: { type: String, required: true },
  tags: [String],
  custom_field_0: String,
  custom_field_1: String,
  custom_field_2: String,
  images: [String],
  files: [String],
  group: String,
  owner: String,
  author: String,
  client_id: String,
  hidden: { type: Boolean, default: false },
  sort_by: String,
  sort_key: { type: String, required: true },
  title_key: { type: String, required: true },
  version: { type: Number, default: 1 },
  // As one value: mongoose would store a missing nested path as {}.
  acknowledge: { type: Object },
  comments: { type: Number, default: 0 },
  created: { type: Date, required: true },
  posted: { type: Date, required: true },
  updated: Date,
});
sponsorSchema.index({ community: 1, workplace: 1, namespace: 1, created: -1 }, { unique: true });
sponsorSchema.index({ community: 1, workplace: 1, namespace: 1, title_key: 1, _id: 1 });
sponsorSchema.index({ community: 1, workplace: 1, namespace: 1, sort_key: 1, _id: 1 });
// Notices that a member has not read.
sponsorSchema.index({ community: 1, workplace: 1, namespace: 1, posted: 1 });
// Those of a deleted group, and a member's, for export and erasure.
sponsorSchema.index(
  { community: 1, workplace: 1, group: 1 },
  { partialFilterExpression: { group: { $exists: true } } },
);
sponsorSchema.index({ community: 1, workplace: 1, owner: 1 });
sponsorSchema.index({ community: 1, workplace: 1, author: 1 });
// Reminders.
sponsorSchema.index(
  { community: 1, workplace: 1, 'acknowledge.until': 1 },
  { partialFilterExpression: { 'acknowledge.until': { $exists: true } } },
);
sponsorSchema.index(
  { community: 1, author: 1, client_id: 1 },
  { unique: true, partialFilterExpression: { client_id: { $exists: true } } },
);

/** Key of the changes that wait for each other: each new notice of a namespace gets a later stamp than all others. */
export const namespaceKey = ({ community, workplace }: Tenant, namespace: string): string =>
  `sponsors ${community} ${workplace} ${namespace}`;
