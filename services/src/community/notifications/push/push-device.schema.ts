import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';

/** The subscription of one browser. */
export interface PushSubscriptionFields {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * A session whose member wants push messages; its id is the session's. Without `endpoint` the push service has ended the subscription, and
 * the browser subscribes again at its next start.
 */
export interface PushDeviceRow extends Row, Partial<PushSubscriptionFields> {
  user: string;
  /** Language of the registering call; used if the member has chosen no language. */
  language: string;
  created: Date;
}
export type Reachable = PushDeviceRow & PushSubscriptionFields;

export const pushDeviceSchema = communitySchema<PushDeviceRow>({
  user: { type: String, required: true },
  endpoint: String,
  p256dh: String,
  auth: String,
  language: { type: String, required: true },
  created: { type: Date, required: true },
});
pushDeviceSchema.index({ community: 1, user: 1 });
// One browser has one endpoint: the next member on it takes it over.
pushDeviceSchema.index(
  { community: 1, endpoint: 1 },
  { unique: true, partialFilterExpression: { endpoint: { $exists: true } } },
);
