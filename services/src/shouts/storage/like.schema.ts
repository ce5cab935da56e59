import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** One member's like of one shout or comment. The shout's counter changes in the same transaction. */
export interface LikeRow extends WorkplaceRow {
  shout: string;
  user: string;
}

export const likeSchema = workplaceSchema<LikeRow>({
  shout: { type: String, required: true },
  user: { type: String, required: true },
});
likeSchema.index({ community: 1, workplace: 1, shout: 1, user: 1 }, { unique: true });
// The first likes, after one of them is removed; ids sort by time.
likeSchema.index({ community: 1, workplace: 1, shout: 1, _id: 1 });
// A member's likes, for the data export and account erasure.
likeSchema.index({ community: 1, workplace: 1, user: 1, _id: 1 });
