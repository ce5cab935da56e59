import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';

/** A member's passkey: its public half. */
export interface PasskeyRow extends Row {
  user: string;
  name: string;
  /** The authenticator's name for it, base64url. */
  credential: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often it was used, as far as it counts: a copy of it would lag behind. */
  counter: number;
  transports: string[];
  created: Date;
  last_used?: Date;
}

export const passkeySchema = communitySchema<PasskeyRow>({
  user: { type: String, required: true },
  name: { type: String, required: true },
  credential: { type: String, required: true },
  public_key: { type: String, required: true },
  counter: { type: Number, required: true },
  transports: [String],
  created: { type: Date, required: true },
  last_used: Date,
});
passkeySchema.index({ community: 1, credential: 1 }, { unique: true });
passkeySchema.index({ community: 1, user: 1, created: 1 });
