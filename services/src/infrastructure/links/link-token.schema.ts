import { communitySchema } from '../mongo/row-schema.js';
import type { Row } from '../mongo/row.js';

/** The right that a mailed link grants. */
export type LinkKind =
  'activate' | 'reset_password' | 'approve' | 'booking' | 'group_request' | 'login' | 'revoke_email' | 'super_admin';

/** A mailed link. Its id is the sha256 of the token; the token itself is not stored. */
export interface LinkTokenRow extends Row {
  kind: LinkKind;
  /** The member it is about; of a `super_admin` link the address, which may have no account. */
  user: string;
  /** Further data of the act: the address to verify, the addressed admin. */
  facts: Record<string, string>;
  expires: Date;
  /** The result of the act; set once. */
  outcome?: string;
}

export const linkTokenSchema = communitySchema<LinkTokenRow>({
  kind: { type: String, required: true },
  user: { type: String, required: true },
  facts: { type: Object, default: {} },
  expires: { type: Date, required: true },
  outcome: String,
});
linkTokenSchema.index({ community: 1, user: 1, kind: 1 });
// Stored for a month after its expiry, so that a late click learns that the link has expired.
linkTokenSchema.index({ expires: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });
