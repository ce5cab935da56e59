import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** One member of one group. The everybody group has no rows: all members belong to it. */
export interface MembershipRow extends WorkplaceRow {
  /** The group's conversation. */
  group: string;
  user: string;
  role: 'owner' | 'member';
  /** May neither shout nor comment (A §6). */
  read_only: boolean;
  joined: Date;
}

export const membershipSchema = workplaceSchema<MembershipRow>({
  group: { type: String, required: true },
  user: { type: String, required: true },
  role: { type: String, required: true },
  read_only: { type: Boolean, default: false },
  joined: { type: Date, required: true },
});
membershipSchema.index({ community: 1, workplace: 1, group: 1, user: 1 }, { unique: true });
membershipSchema.index({ community: 1, workplace: 1, user: 1, group: 1 });
// A group's members, owners first.
membershipSchema.index({ community: 1, workplace: 1, group: 1, role: -1, user: 1 });
