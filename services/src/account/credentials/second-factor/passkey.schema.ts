import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';

/** The public half of a member's passkey. */
export interface PasskeyRow extends Row {
  user: string;
  name: string;
  /** The credential id that the authenticator chose, base64url. */
  credential: string;
  /** COSE, base64url. */
  public_key: string;
  /** The authenticator's signature counter: the counter of a cloned key lags behind. */
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
