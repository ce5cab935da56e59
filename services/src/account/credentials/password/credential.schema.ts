import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';

/** A member's password as argon2id; `_id` is the user's. A collection of its own, so that no read of a user loads the hash. */
export interface CredentialRow extends Row {
  password_hash: string;
  changed: Date;
}

export const credentialSchema = communitySchema<CredentialRow>({
  password_hash: { type: String, required: true },
  changed: { type: Date, required: true },
});
