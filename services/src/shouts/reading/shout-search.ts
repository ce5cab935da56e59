import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { queryWords } from '../../community/search/words.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { hidesComments } from './hides-comments.js';
import { conversationsById, ShoutViews } from './shout-views.js';
import { isSearchable, ShoutSearchRepository } from '../storage/shout-search.repository.js';

/** Searches at most this many direct chats, most recently active first. */
const maxDirectChats = 500;

/** Provides the search of shouts to the other services. */
@Injectable()
export class ShoutSearch implements OnModuleInit {
  constructor(
    private readonly extensions: ExtensionPoints,
    private readonly shouts: ShoutSearchRepository,
    private readonly views: ShoutViews,
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly users: UserRepository,
    private readonly commitLog: CommitLog,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    this.extensions.provide('search_shouts', 'shouts', (...args) => this.find(...args));
  }

  /** Searches the member's conversations by word prefixes; newest shouts and comments first, only shouts under disable_comments. */
  async find(tenant: Tenant, user: UserRow, query: string, limit: number) {
    const words = queryWords(query).slice(0, 10);
    if (!words.some(isSearchable)) return { shouts: [], more: false };
    const synced = this.commitLog.sync();
    const [snapshot, rooms, direct] = await Promise.all([
      synced,
      synced.then(() => this.conversations.roomsOf(tenant, user._id)),
      this.heads.directIds(tenant, user._id, maxDirectChats),
    ]);
    const withoutComments = hidesComments(this.communities, tenant);
    const found = await this.shouts.search(tenant, [...rooms, ...direct], { words, limit, withoutComments });
    // Side by side with the heads, the authors that the views read next, so that their cache has them.
    const [heads] = await Promise.all([
      this.heads.heads(snapshot, tenant, [...new Set(found.rows.map(({ conversation }) => conversation))]),
      this.users.byIds(
        tenant,
        found.rows.map(({ author }) => author),
      ),
    ]);
    const shown = conversationsById(...heads);
    // A conversation may have been deleted since.
    const rows = found.rows.filter(({ conversation }) => shown.has(conversation));
    return { shouts: await this.views.plain(tenant, user._id, rows, shown), more: found.more };
  }
}
