import { sha256 } from '../../infrastructure/sha256.js';
import type { StoredPreview } from '../../infrastructure/tenancy/preview.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';

/** A signed-in client. Its id is the sha256 of the token; the token itself is not stored. */
export interface SessionRow extends Row {
  user: string;
  /** The client's description at sign-in, in words; no address is stored. */
  device?: string;
  created: Date;
  last_used: Date;
  expires: Date;
  /** Releases that this session alone gets in place of the deployed ones, while its member is a super admin. */
  overrides?: ModuleOverride[];
  /** A changed deployment that this session alone gets, while its member is a super admin. */
  preview?: StoredPreview;
}

/** What only this session sees; undefined: the live deployment. */
export type OwnView = { [K in 'overrides' | 'preview']?: SessionRow[K] | undefined };

export interface ModuleOverride {
  module: string;
  version: string;
}

export const sessionSchema = communitySchema<SessionRow>({
  user: { type: String, required: true },
  device: String,
  created: { type: Date, required: true },
  last_used: { type: Date, required: true },
  expires: { type: Date, required: true },
  overrides: {
    type: [{ _id: false, module: { type: String, required: true }, version: { type: String, required: true } }],
    // Sessions without one have no field.
    default: undefined,
  },
  preview: { type: Object },
});
sessionSchema.index({ community: 1, user: 1 });
// Stored for a week after its expiry, so that its client gets TOKEN_EXPIRED instead of INVALID_TOKEN.
sessionSchema.index({ expires: 1 }, { expireAfterSeconds: 7 * 24 * 3600 });

/** The id that its owner sees. It grants nothing, and reveals neither the token nor the stored id. */
export function publicIdOf({ _id }: Pick<SessionRow, '_id'>): string {
  return sha256(`session ${_id}`).slice(0, 24);
}
