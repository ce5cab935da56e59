import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/**
 * A shout, or a comment on one. Both stand in a *thread*, the conversation's or the shout's own, at a position without
 * gaps, so one index serves the feed and the comments and both page by position.
 */
export interface ShoutRow extends WorkplaceRow {
  /** The conversation that decides who may read it, of a comment too. */
  conversation: string;
  /** `conversation` of a shout, `in_reply_to` of a comment. */
  thread: string;
  position: number;
  in_reply_to?: string;
  author: string;
  client_id: string;
  text: string;
  /** Its words for search by prefix; none once it is deleted. */
  words: string[];
  /** User names of members who can read it. */
  mentions: string[];
  /** Ids of stored files. */
  images: string[];
  files: string[];
  likes_count: number;
  /** The first three who like it, by id. */
  first_likes: string[];
  /** Comments ever made, the position of the newest; `comments_count` leaves the deleted ones out. */
  comments_made: number;
  comments_count: number;
  /** Ids of the newest three comments that are not deleted, oldest first. */
  last_comments: string[];
  /**
   * Of a shout: raised with every change of what it shows, its comments and likes included (ADR 0013). Rows from before have
   * none, which counts as 0.
   */
  thread_version?: number;
  created: Date;
  updated?: Date;
  /** By its author. */
  deleted: boolean;
  /** By anyone else with the right. */
  admin_deleted: boolean;
}

export const shoutSchema = workplaceSchema<ShoutRow>({
  conversation: { type: String, required: true },
  thread: { type: String, required: true },
  position: { type: Number, required: true },
  in_reply_to: String,
  author: { type: String, required: true },
  client_id: { type: String, required: true },
  text: { type: String, default: '' },
  words: [String],
  mentions: [String],
  images: [String],
  files: [String],
  likes_count: { type: Number, default: 0 },
  first_likes: [String],
  comments_made: { type: Number, default: 0 },
  comments_count: { type: Number, default: 0 },
  last_comments: [String],
  thread_version: Number,
  created: { type: Date, required: true },
  updated: Date,
  deleted: { type: Boolean, default: false },
  admin_deleted: { type: Boolean, default: false },
});
// Feed and comments, from any position both ways. Unique: a position is never given twice.
shoutSchema.index({ community: 1, workplace: 1, thread: 1, position: 1 }, { unique: true });
// A resend meets it and finds the first reply.
shoutSchema.index({ community: 1, workplace: 1, author: 1, client_id: 1 }, { unique: true });
// Search inside the conversations that the member can read.
shoutSchema.index({ community: 1, workplace: 1, conversation: 1, words: 1 });
// Where a member is mentioned who goes. Few shouts mention anybody.
shoutSchema.index(
  { community: 1, workplace: 1, mentions: 1 },
  { partialFilterExpression: { 'mentions.0': { $exists: true } } },
);
