import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';

/** A member's authenticator app; `_id` is the user's. */
export interface AuthenticatorRow extends Row {
  /** The shared secret, encrypted by `SecretBox`. */
  sealed: string;
  /** Whether a first code was accepted. Until then sign-in does not ask for one. */
  confirmed: boolean;
  started: Date;
  /** The 30-second step of the last accepted code: no code is accepted twice. */
  last_step: number;
  /** Fingerprints of the unused recovery codes. */
  recovery: string[];
}

export const authenticatorSchema = communitySchema<AuthenticatorRow>({
  sealed: { type: String, required: true },
  confirmed: { type: Boolean, required: true },
  started: { type: Date, required: true },
  last_step: { type: Number, required: true },
  recovery: [String],
});
