import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';

/** An invitation to one address. Its id is the SHA-256 of the link's token, which is not stored. */
export interface InvitationRow extends Row {
  inviter: string;
  /** The workplace in which it was sent; its groups belong to it. */
  place: string;
  /** SHA-256 of the address: people who never joined are not stored in plain text. */
  address: string;
  groups: string[];
  client_id: string;
  created: Date;
  expires: Date;
  /** The member who signed up by it. */
  user?: string;
  /** When that member had access and joined the groups. */
  joined?: Date;
}

export const invitationSchema = communitySchema<InvitationRow>({
  inviter: { type: String, required: true },
  place: { type: String, default: '' },
  address: { type: String, required: true },
  groups: { type: [String], default: [] },
  client_id: { type: String, required: true },
  created: { type: Date, required: true },
  expires: { type: Date, required: true },
  user: String,
  joined: Date,
});
invitationSchema.index({ community: 1, inviter: 1, address: 1 }, { unique: true });
invitationSchema.index({ community: 1, inviter: 1, client_id: 1 });
invitationSchema.index({ community: 1, address: 1 });
invitationSchema.index({ community: 1, user: 1 }, { sparse: true });
// An accepted one is kept longer, see the repository: its member may still wait for approval.
invitationSchema.index({ expires: 1 }, { expireAfterSeconds: 0 });
