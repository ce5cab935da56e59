import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';

/** A member's authenticator app; `_id` is the user's. */
export interface AuthenticatorRow extends Row {
  /** The shared secret, see `SecretBox`. */
  sealed: string;
  /** Proved by a first code. Until then it counts for nothing. */
  confirmed: boolean;
  started: Date;
  /** The latest 30 seconds that a code was taken of: no code is taken twice. */
  last_step: number;
  /** Fingerprints of the recovery codes that are left. */
  recovery: string[];
}

export const authenticatorSchema = communitySchema<AuthenticatorRow>({
  sealed: { type: String, required: true },
  confirmed: { type: Boolean, required: true },
  started: { type: Date, required: true },
  last_step: { type: Number, required: true },
  recovery: [String],
});
