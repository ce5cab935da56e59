import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** A member's request to join a group: the latest one, with its decision. */
export interface GroupRequestRow extends WorkplaceRow {
  group: string;
  user: string;
  state: 'waiting' | 'granted' | 'denied';
  created: Date;
}

export const groupRequestSchema = workplaceSchema<GroupRequestRow>({
  group: { type: String, required: true },
  user: { type: String, required: true },
  state: { type: String, required: true },
  created: { type: Date, required: true },
});
groupRequestSchema.index({ community: 1, workplace: 1, group: 1, user: 1 }, { unique: true });
groupRequestSchema.index({ community: 1, workplace: 1, group: 1, state: 1, created: 1, user: 1 });
groupRequestSchema.index({ community: 1, workplace: 1, user: 1 });
