import { withClientId } from '../../infrastructure/idempotency/once.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** A link: it has either a `url` or a `file`. */
export interface LinkRow extends WorkplaceRow {
  title: string;
  icon?: string;
  /** Id of the picture's file. */
  image?: string;
  header: boolean;
  url?: string;
  in_app: boolean;
  /** Id of the document's file. */
  file?: string;
  /** Id of the plan that it requires. */
  subscription?: string;
  author: string;
  client_id: string;
  created: Date;
  updated?: Date;
}

export const linkSchema = workplaceSchema<LinkRow>({
  title: { type: String, required: true },
  icon: String,
  image: String,
  header: { type: Boolean, default: false },
  url: String,
  in_app: { type: Boolean, default: false },
  file: String,
  subscription: String,
  author: { type: String, required: true },
  client_id: { type: String, required: true },
  created: { type: Date, required: true },
  updated: Date,
});
// The list, in its order.
linkSchema.index({ community: 1, workplace: 1, header: -1, _id: 1 });
withClientId(linkSchema, 'author');
