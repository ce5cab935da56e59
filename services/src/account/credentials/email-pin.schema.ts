import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';

/** A member's current PIN; `_id` is the user's. A new PIN replaces it. */
export interface EmailPinRow extends Row {
  /** The address that it was sent to and verifies. */
  email: string;
  pin_hash: string;
  /** How many guesses were compared with it. */
  tries: number;
  sent: Date;
  expires: Date;
}

export const emailPinSchema = communitySchema<EmailPinRow>({
  email: { type: String, required: true },
  pin_hash: { type: String, required: true },
  tries: { type: Number, required: true },
  sent: { type: Date, required: true },
  expires: { type: Date, required: true },
});
emailPinSchema.index({ expires: 1 }, { expireAfterSeconds: 3600 });
