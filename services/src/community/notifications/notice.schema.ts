import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';

/** Where a notice shows that concerns the community and not one of its workplaces. */
export const everywhere = '*';

/** An in-app notice to one member. */
export interface NoticeRow extends Row {
  user: string;
  /** The workplace that it shows in, or {@link everywhere}. */
  place: string;
  kind: string;
  /** Kind and subject: a member gets one notice of it. */
  key: string;
  facts: Record<string, string>;
  address: string;
  /** Who did it, the last of them where several are folded. */
  by?: string;
  /** Of a folded one: who is in it already. */
  actors: string[];
  /** Its place in the list, and the id under which the client knows it; a new one when something is folded into it. */
  order: string;
  created: Date;
  read: boolean;
}

const keptSeconds = 90 * 24 * 3600;

export const noticeSchema = communitySchema<NoticeRow>({
  user: { type: String, required: true },
  place: { type: String, default: '' },
  kind: { type: String, required: true },
  key: { type: String, required: true },
  facts: { type: Object, default: {} },
  address: { type: String, required: true },
  by: String,
  actors: [String],
  order: { type: String, required: true },
  created: { type: Date, required: true, expires: keptSeconds },
  read: { type: Boolean, required: true },
});
// An event that is delivered again meets it.
noticeSchema.index({ community: 1, user: 1, key: 1 }, { unique: true });
noticeSchema.index({ community: 1, user: 1, order: -1 });
noticeSchema.index({ community: 1, user: 1, read: 1, order: -1 });
noticeSchema.index({ community: 1, by: 1 });
