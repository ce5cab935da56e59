import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

export interface LastShout {
  id: string;
  user: string;
  text: string;
  created: Date;
  updated?: Date;
  deleted: boolean;
}

/**
 * The head of a conversation: the everybody group, a group, the direct chat of a set of participants (ADR 0005), or the comments
 * of another service's record (ADR 0038). A group's id is its conversation's; the ids of the others follow from who or what
 * belongs to them (`conversation-ids.ts`).
 */
export interface ConversationRow extends WorkplaceRow {
  kind: 'everybody' | 'group' | 'direct' | 'subject';
  /** The record that a thread of comments belongs to. */
  subject?: { kind: string; id: string };
  title: string;
  /** For a group: the folded title, which orders lists. */
  title_key: string;
  /** For a group: what its title looks like, unique per workplace. Missing in rows of earlier releases until they are converted. */
  title_looks?: string[];
  /** The beginnings of the words of a group's title, for search (ADR 0051). */
  title_terms: string[];
  /** In rows of earlier releases instead of the terms. */
  title_words?: string[];
  description: string;
  color: string;
  /** A preset icon's name, or none. */
  icon?: string;
  /** Id of the picture's file. */
  image?: string;
  invisible: boolean;
  hidden: boolean;
  autojoin: boolean;
  /** Members who join are read-only, and outsiders cannot write. Missing means false. */
  joiners_read_only?: boolean;
  /** For a direct chat: user ids, sorted. */
  participants: string[];
  /** Position of the newest shout; 0 while there is none. */
  seq: number;
  /** Positions of deleted shouts, in no order: they are not unread. At most the last {@link maxWithdrawn}; missing in old rows. */
  withdrawn?: number[];
  last_shout?: LastShout;
  /** The time of the last shout, else of the creation: orders the chat list. */
  last_activity: Date;
  created: Date;
  last_updated: Date;
  /** The member who created the group or began the direct chat; of a group also the create's client id, so that a resend finds it. */
  created_by?: string;
  client_id?: string;
}

/** Deletions that one conversation remembers. Older ones count as unread again for members who have read nothing since. */
export const maxWithdrawn = 5000;

/** Own shouts behind unread ones that a member's state remembers. The next one marks all before it read. */
export const maxOwnSeqs = 200;

/** The head of a conversation in which nothing has been posted. */
export function emptyConversation(
  { community, workplace }: Tenant,
  _id: string,
  kind: ConversationRow['kind'],
  created = new Date(),
): ConversationRow {
  return {
    _id,
    community,
    workplace,
    kind,
    title: '',
    title_key: '',
    title_terms: [],
    description: '',
    color: '',
    invisible: false,
    hidden: false,
    autojoin: false,
    participants: [],
    seq: 0,
    last_activity: created,
    created,
    last_updated: created,
  };
}

export const conversationSchema = workplaceSchema<ConversationRow>({
  kind: { type: String, required: true },
  subject: { type: Object },
  title: { type: String, default: '' },
  title_key: { type: String, default: '' },
  title_looks: { type: [String], default: undefined },
  title_terms: [String],
  title_words: { type: [String], default: undefined },
  description: { type: String, default: '' },
  // '' for the everybody group and direct chats, which mongoose's `required` refuses.
  color: { type: String, default: '' },
  icon: String,
  image: String,
  invisible: { type: Boolean, default: false },
  hidden: { type: Boolean, default: false },
  autojoin: { type: Boolean, default: false },
  joiners_read_only: Boolean,
  participants: [String],
  seq: { type: Number, default: 0 },
  withdrawn: { type: [Number], default: undefined },
  // As one value: mongoose would store a nested path without a last shout as {}.
  last_shout: { type: Object },
  last_activity: { type: Date, required: true },
  created: { type: Date, required: true },
  last_updated: { type: Date, required: true },
  created_by: String,
  client_id: String,
});
conversationSchema.index(
  { community: 1, workplace: 1, created_by: 1, client_id: 1 },
  { unique: true, partialFilterExpression: { client_id: { $exists: true } } },
);
conversationSchema.index(
  { community: 1, workplace: 1, title_looks: 1 },
  { unique: true, partialFilterExpression: { title_looks: { $exists: true } } },
);
// Lists of groups by title.
conversationSchema.index(
  { community: 1, workplace: 1, title_key: 1, _id: 1 },
  { partialFilterExpression: { kind: 'group' } },
);
conversationSchema.index({ community: 1, workplace: 1, title_terms: 1, title_key: 1 });
conversationSchema.index({ community: 1, workplace: 1, kind: 1, last_activity: -1, _id: -1 });
conversationSchema.index({ community: 1, workplace: 1, participants: 1, last_activity: -1, _id: -1 });

/** A member's state in a conversation. No row means: nothing read, neither muted nor archived. */
export interface ConversationStateRow extends WorkplaceRow {
  conversation: string;
  user: string;
  /** Position of the newest shout that the member has read. */
  read_seq: number;
  /** Positions of own shouts behind others that are unread, oldest first; at most {@link maxOwnSeqs}. They are not unread. */
  own_seqs?: number[];
  /** The highest `read_seq` ever, once the member has marked shouts unread again: others still see these as read. */
  seen_seq?: number;
  muted: boolean;
  archived: boolean;
}

export const conversationStateSchema = workplaceSchema<ConversationStateRow>({
  conversation: { type: String, required: true },
  user: { type: String, required: true },
  read_seq: { type: Number, default: 0 },
  own_seqs: { type: [Number], default: undefined },
  seen_seq: Number,
  muted: { type: Boolean, default: false },
  archived: { type: Boolean, default: false },
});
conversationStateSchema.index({ community: 1, workplace: 1, user: 1, conversation: 1 }, { unique: true });
conversationStateSchema.index({ community: 1, workplace: 1, conversation: 1, user: 1 });
