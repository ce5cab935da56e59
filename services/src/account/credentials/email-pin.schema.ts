import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';

/** The open PIN of a member, whose id it has: a newer one takes its place. */
export interface EmailPinRow extends Row {
  /** The address it was sent to, the only one that it proves. */
  email: string;
  pin_hash: string;
  /** How many PINs were compared with it. */
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
