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
// Who comes next among the first three when one of them takes the like back; ids sort by time.
likeSchema.index({ community: 1, workplace: 1, shout: 1, _id: 1 });
// What a member likes, for their data and their leaving.
likeSchema.index({ community: 1, workplace: 1, user: 1, _id: 1 });
