import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** One member saw one shout or comment. */
export interface ViewRow extends WorkplaceRow {
  shout: string;
  user: string;
}

export const viewSchema = workplaceSchema<ViewRow>({
  shout: { type: String, required: true },
  user: { type: String, required: true },
});
// Counts a member once, however many windows report at the same time.
viewSchema.index({ community: 1, workplace: 1, shout: 1, user: 1 }, { unique: true });
// A member's views, for the data export and account erasure.
viewSchema.index({ community: 1, workplace: 1, user: 1, _id: 1 });
