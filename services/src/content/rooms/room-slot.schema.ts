import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** A half hour of a room that is not free: of a booking, or held by a member until `expires`. A free one has no row (ADR 0080). */
export interface RoomSlotRow extends WorkplaceRow {
  room: string;
  start: Date;
  booking?: string;
  holder?: string;
  expires?: Date;
}

export const roomSlotSchema = workplaceSchema<RoomSlotRow>({
  room: { type: String, required: true },
  start: { type: Date, required: true },
  booking: String,
  holder: String,
  expires: Date,
});
// The guarantee: a slot has one row. Begins with the fields of the shard key.
roomSlotSchema.index({ community: 1, workplace: 1, room: 1, start: 1 }, { unique: true });
roomSlotSchema.index(
  { community: 1, workplace: 1, booking: 1 },
  { partialFilterExpression: { booking: { $exists: true } } },
);
roomSlotSchema.index(
  { community: 1, workplace: 1, holder: 1 },
  { partialFilterExpression: { holder: { $exists: true } } },
);
roomSlotSchema.index({ expires: 1 }, { expireAfterSeconds: 0 });
