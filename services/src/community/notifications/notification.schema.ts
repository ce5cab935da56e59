import type { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';

/** The place of notifications about the community, shown in all its workplaces. */
export const everywhere = '*';

/** An in-app notification to one member. */
export interface NotificationRow extends Row {
  user: string;
  /** The workplace that shows it, or {@link everywhere}. */
  place: string;
  kind: string;
  /** Kind and subject: a member gets one notification per key. */
  key: string;
  facts: Record<string, string>;
  address: string;
  /** The conversation that it is about, if any. Rows of earlier versions lack it. */
  conversation?: string;
  /** The actor; of a folded notification the last one. */
  by?: string;
  /** For a folded notification: all its actors. */
  actors: string[];
  /** Its position in the list and its id for the client; new when something is folded into it. */
  order: string;
  created: Date;
  read: boolean;
}

const retentionSeconds = 90 * 24 * 3600;

export const notificationSchema = communitySchema<NotificationRow>({
  user: { type: String, required: true },
  place: { type: String, default: '' },
  kind: { type: String, required: true },
  key: { type: String, required: true },
  facts: { type: Object, default: {} },
  address: { type: String, required: true },
  conversation: String,
  by: String,
  actors: [String],
  order: { type: String, required: true },
  created: { type: Date, required: true, expires: retentionSeconds },
  read: { type: Boolean, required: true },
});
// Makes a repeated delivery of an event harmless.
notificationSchema.index({ community: 1, user: 1, key: 1 }, { unique: true });
// The notifications about a subject that was deleted.
notificationSchema.index({ community: 1, key: 1 });
// The notifications about a group that was deleted, or that a member lost.
notificationSchema.index(
  { community: 1, conversation: 1, user: 1 },
  { partialFilterExpression: { conversation: { $exists: true } } },
);
notificationSchema.index({ community: 1, user: 1, order: -1 });
notificationSchema.index({ community: 1, user: 1, read: 1, order: -1 });
notificationSchema.index({ community: 1, by: 1 });

/** The target below the hash, with its workplace. */
export function addressOf(addresses: CommunityAddress, { community, place, address }: NotificationRow): string {
  return place === everywhere ? address : addresses.inWorkplace({ community, workplace: place }, address);
}
