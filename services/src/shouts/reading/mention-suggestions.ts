import { Injectable } from '@nestjs/common';
import type { suggestSubjectMentions } from '@paddock/contract/calls/comments';
import type { UserCard } from '@paddock/contract/calls/users';
import { foldText } from '@paddock/contract/core/folding';
import type { CallArguments } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { CommentSubjects } from '../../community/conversations/comment-subjects.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { queryWords, wordsOf } from '../../community/search/words.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { CommitLog, type Snapshot } from '../../infrastructure/outbox/commit-log.js';
import { MentionableMembers } from './mentionable-members.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';

/** A §9 */
const maxSuggestions = 3;
/** Members with a later word that matches, before the best of them are chosen. */
const maxCandidates = 100;

/** Members to mention in a conversation. */
@Injectable()
export class MentionSuggestions {
  constructor(
    private readonly conversations: Conversations,
    private readonly subjects: CommentSubjects,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly cards: UserCards,
    private readonly members: MentionableMembers,
    private readonly commitLog: CommitLog,
  ) {}

  async suggest(caller: SignedInCaller, entryId: string, query: string): Promise<UserCard[]> {
    const snapshot = await this.commitLog.sync(caller.arrived);
    const access = await this.conversations.findReadable(caller.tenant, caller.user, entryId, snapshot);
    return this.among(snapshot, caller, access, query);
  }

  /** Suggests readers of another service's record. */
  async suggestOn(
    caller: SignedInCaller,
    { kind, id, query }: CallArguments<typeof suggestSubjectMentions>,
  ): Promise<UserCard[]> {
    const snapshot = await this.commitLog.sync(caller.arrived);
    return this.among(snapshot, caller, await this.subjects.find(caller.tenant, caller.user, kind, id), query);
  }

  private async among(
    snapshot: Snapshot,
    caller: SignedInCaller,
    access: ConversationAccess,
    query: string,
  ): Promise<UserCard[]> {
    const { tenant, user, flags } = caller;
    if (flags.disable_mentions || queryWords(query).length === 0) return [];
    const recent = await this.members.recentPartners(snapshot, tenant, user._id, access);
    const among = await this.members.readers(snapshot, caller, access);
    const readers = among && new Set(among);
    const scope = { among };
    const [known, beginnings, others] = await Promise.all([
      this.users.byIds(tenant, readers ? recent.filter((id) => readers.has(id)) : recent),
      // Recent partners take places here too, so that as many others remain.
      this.users.beginningWith(tenant, query, maxSuggestions + 1, scope),
      this.users.nameTerms(tenant, query).then((terms) => this.users.search(tenant, terms, maxCandidates, scope)),
    ]);
    const isOffered = (row: UserRow) =>
      row._id !== user._id &&
      row.email_verified &&
      !row.pending &&
      !row.banned &&
      this.workplaces.includes(tenant, row);
    const candidates = [...new Map([...known, ...beginnings, ...others].map((row) => [row._id, row])).values()];
    const order = new Map(recent.map((id, index) => [id, index]));
    return candidates
      .filter(isOffered)
      .map((row) => ({ row, place: placeOf(row, query), recency: order.get(row._id) ?? Infinity }))
      .filter(({ place }) => place !== undefined)
      .sort(
        (a, b) =>
          a.place! - b.place! || compare(a.recency, b.recency) || compare(a.row.username_key, b.row.username_key),
      )
      .slice(0, maxSuggestions)
      .map(({ row }) => this.cards.card(tenant, user._id, row));
  }
}

/** The rank of a match: 0 the beginning of a name, 1 a later word of a name, 2 the company; undefined without a match. */
function placeOf({ username, fullname, fields }: UserRow, query: string): number | undefined {
  const words = queryWords(query);
  const start = foldText(query);
  if ([username, fullname].some((name) => foldText(name).startsWith(start))) return 0;
  const has = (...texts: (string | undefined)[]) => {
    const found = wordsOf(...texts);
    return words.every((word) => found.some((one) => one.startsWith(word)));
  };
  if (has(username, fullname)) return 1;
  return has(username, fullname, fields['company']) ? 2 : undefined;
}

const compare = <T extends number | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
