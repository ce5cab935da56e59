import { communitySchema } from '../mongo/row-schema.js';
import type { Row } from '../mongo/row.js';

/** What a mailed link may do. */
export type LinkKind = 'activate' | 'reset_password' | 'approve' | 'login';

/** A link that was mailed. Its id is the sha256 of the token, which itself is stored nowhere. */
export interface LinkTokenRow extends Row {
  kind: LinkKind;
  /** Whom it is about. */
  user: string;
  /** What else the act needs: the address to be verified, the admin who was written to. */
  facts: Record<string, string>;
  expires: Date;
  /** What became of it; set once. */
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
// Kept a month past its end, so that a late click is told that the link has expired.
linkTokenSchema.index({ expires: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });
