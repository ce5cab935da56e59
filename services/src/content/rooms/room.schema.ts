import { withClientId } from '../../infrastructure/idempotency/once.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

export interface RoomRow extends WorkplaceRow {
  title: string;
  desc: string;
  capacity?: number;
  equipment: string;
  door_code: string;
  url: string;
  city: string;
  building: string;
  price: string;
  /** Hours; 0 never, -1 at any time. */
  cancellation_delay: number;
  admin_confirmation_required: boolean;
  check_in_minutes: number;
  /** When check-in was switched on: bookings that began before it are not released. */
  check_in_since?: Date;
  /** Ids of stored files. */
  images: string[];
  /** A group's id: its owners administer the bookings. */
  group?: string;
  time_zone?: string;
  /** Version of the wall display's address, raised to revoke it. */
  display_version: number;
  /** Raised by each booking, so that a change or deletion of the room at the same moment conflicts with it. */
  turns: number;
  author: string;
  client_id: string;
  created: Date;
  updated?: Date;
}

export const roomSchema = workplaceSchema<RoomRow>({
  title: { type: String, required: true },
  desc: { type: String, default: '' },
  capacity: Number,
  equipment: { type: String, default: '' },
  door_code: { type: String, default: '' },
  url: { type: String, default: '' },
  city: { type: String, default: '' },
  building: { type: String, default: '' },
  price: { type: String, default: '' },
  cancellation_delay: { type: Number, required: true },
  admin_confirmation_required: { type: Boolean, default: false },
  check_in_minutes: { type: Number, default: 0 },
  check_in_since: Date,
  images: [String],
  group: String,
  time_zone: String,
  display_version: { type: Number, default: 0 },
  turns: { type: Number, default: 0 },
  author: { type: String, required: true },
  client_id: { type: String, required: true },
  created: { type: Date, required: true },
  updated: Date,
});
roomSchema.index({ community: 1, workplace: 1, _id: 1 });
withClientId(roomSchema, 'author');
