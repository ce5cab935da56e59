import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';

/** A member's password as argon2id; `_id` is the user's. A collection of its own, so that no read of a user loads the hash. */
export interface CredentialRow extends Row {
  password_hash: string;
  changed: Date;
  /** When a provider's account was linked last: a link and a reset at the same time conflict in this row. */
  linked?: Date;
  /** The member removed a linked account or reset the password: none is linked by its address alone (ADR 0017). */
  links_need_password?: boolean;
}

export const credentialSchema = communitySchema<CredentialRow>({
  password_hash: { type: String, required: true },
  changed: { type: Date, required: true },
  linked: Date,
  links_need_password: Boolean,
});
