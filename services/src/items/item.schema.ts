import type { Crop, Item, ItemType } from '@paddock/contract/calls/items';
import { withClientId } from '../infrastructure/idempotency/once.js';
import { workplaceSchema } from '../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../infrastructure/mongo/row.js';

/** An item of any type; the contract's `itemForm` defines the fields of each. Plans belong to the default workplace. */
export interface ItemRow extends WorkplaceRow {
  type: ItemType;
  /** '' except for list entries. */
  subtype: string;
  author: string;
  client_id: string;
  title: string;
  description?: string;
  amount?: number;
  currency?: string;
  interval?: NonNullable<Item['interval']>;
  additional_id?: string;
  hidden: boolean;
  url?: string;
  /** Id of the picture's file. */
  image?: string;
  crop?: Crop;
  end?: Date;
  event?: string;
  created: Date;
  updated: Date;
  /** Counts assignments of the plan, so that a concurrent assignment and deletion conflict. */
  given?: number;
}

export const itemSchema = workplaceSchema<ItemRow>({
  type: { type: String, required: true },
  subtype: { type: String, default: '' },
  author: { type: String, required: true },
  client_id: { type: String, required: true },
  title: { type: String, default: '' },
  description: String,
  amount: Number,
  currency: String,
  interval: String,
  additional_id: String,
  hidden: { type: Boolean, default: false },
  url: String,
  image: String,
  crop: Object,
  end: Date,
  event: String,
  created: { type: Date, required: true },
  updated: { type: Date, required: true },
  given: Number,
});
itemSchema.index({ community: 1, workplace: 1, type: 1, subtype: 1, _id: 1 });
withClientId(itemSchema, 'author');
