import type { ShoutMeta } from '@paddock/contract/calls/shout-links';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { pollSchema, type StoredPoll } from './poll.schema.js';

/** A web address in a shout's text; without `title` while its page is not fetched, or has none. */
export interface StoredLink {
  url: string;
  domain: string;
  title?: string;
  description?: string;
  /** Id of a stored file. */
  image?: string;
  clicks: number;
}

/**
 * A shout or a comment. Both belong to a *thread*, the conversation's or the shout's, and have a position in it without gaps,
 * so one index serves feeds and comments, and both page by position.
 */
export interface ShoutRow extends WorkplaceRow {
  /** The conversation that controls access, also for a comment. */
  conversation: string;
  /** `conversation` of a shout, `in_reply_to` of a comment. */
  thread: string;
  position: number;
  in_reply_to?: string;
  author: string;
  client_id: string;
  text: string;
  /** Terms of the text for search; empty when deleted. Left out of reads. */
  terms?: string[];
  /** Rows of earlier releases have it instead of `terms`. */
  words?: string[];
  /** Usernames of mentioned members who can read it. */
  mentions: string[];
  /** Ids of stored files. */
  images: string[];
  files: string[];
  /** Undefined in old rows. */
  links?: StoredLink[];
  meta?: ShoutMeta;
  likes_count: number;
  /** Ids of the first three likers. */
  first_likes: string[];
  /** The text is the question of this poll; missing when deleted. */
  poll?: StoredPoll;
  /** Number of comments ever made, the position of the newest; `comments_count` excludes deleted ones. */
  comments_made: number;
  comments_count: number;
  /** Ids of the newest three comments not deleted, oldest first. */
  last_comments: string[];
  /**
   * Of a shout: raised with every change of it, its comments and likes (ADR 0013). Undefined in old rows, which means 0.
   */
  thread_version?: number;
  created: Date;
  updated?: Date;
  /** The author deleted it. */
  deleted: boolean;
  /** A manager deleted it. */
  admin_deleted: boolean;
}

/** Key of the index of the shouts and comments of a conversation, newest first. */
export const byTime = { community: 1, workplace: 1, conversation: 1, _id: -1 } as const;

export const shoutSchema = workplaceSchema<ShoutRow>({
  conversation: { type: String, required: true },
  thread: { type: String, required: true },
  position: { type: Number, required: true },
  in_reply_to: String,
  author: { type: String, required: true },
  client_id: { type: String, required: true },
  text: { type: String, default: '' },
  terms: [String],
  words: { type: [String], default: undefined },
  mentions: [String],
  images: [String],
  files: [String],
  // Plain values: mongoose would give each link an id.
  links: { type: [Object], default: undefined },
  meta: Object,
  likes_count: { type: Number, default: 0 },
  first_likes: [String],
  poll: pollSchema,
  comments_made: { type: Number, default: 0 },
  comments_count: { type: Number, default: 0 },
  last_comments: [String],
  thread_version: Number,
  created: { type: Date, required: true },
  updated: Date,
  deleted: { type: Boolean, default: false },
  admin_deleted: { type: Boolean, default: false },
});
// Feeds and comments from any position, in both directions. Unique: no position is assigned twice.
shoutSchema.index({ community: 1, workplace: 1, thread: 1, position: 1 }, { unique: true });
// Rejects a resend and finds its first shout.
shoutSchema.index({ community: 1, workplace: 1, author: 1, client_id: 1 }, { unique: true });
// The shouts of a member, by conversation, so that unreadable ones cost nothing.
shoutSchema.index({ community: 1, workplace: 1, author: 1, thread: 1, created: -1, _id: -1 });
// Search within the conversations that the member can read, by terms and newest first.
shoutSchema.index({ community: 1, workplace: 1, conversation: 1, terms: 1, _id: -1 });
shoutSchema.index(byTime);
// Rows without terms. Partial, so that it is empty once they have some.
shoutSchema.index({ community: 1, workplace: 1, words: 1 }, { partialFilterExpression: { words: { $exists: true } } });
// A member's mentions, for account erasure. Partial, because few shouts have mentions.
shoutSchema.index(
  { community: 1, workplace: 1, mentions: 1 },
  { partialFilterExpression: { 'mentions.0': { $exists: true } } },
);
// Open polls, at the start of a process. Partial, because few shouts are polls with an end.
shoutSchema.index(
  { community: 1, workplace: 1, 'poll.end': 1 },
  { partialFilterExpression: { 'poll.end': { $exists: true } } },
);
