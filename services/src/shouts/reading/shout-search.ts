import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { nameWords } from '../../community/users/name-words.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { conversationsById, ShoutViews } from './shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';

/** Searches at most this many direct chats, most recently active first. */
const maxDirectChats = 500;

/** Provides the search of shouts to the other services. */
@Injectable()
export class ShoutSearch implements OnModuleInit {
  constructor(
    private readonly extensions: ExtensionPoints,
    private readonly shouts: ShoutRepository,
    private readonly views: ShoutViews,
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
  ) {}

  onModuleInit() {
    this.extensions.provide('search_shouts', 'shouts', (...args) => this.find(...args));
  }

  /** Searches the member's conversations by word prefixes; newest shouts and comments first. */
  async find(tenant: Tenant, user: UserRow, query: string, limit: number): Promise<ShoutCard[]> {
    const words = nameWords(query).slice(0, 10);
    if (words.length === 0) return [];
    const conversations = conversationsById(...(await this.ownConversations(tenant, user._id)));
    const rows = await this.shouts.search(tenant, [...conversations.keys()], words, limit);
    return this.views.plain(tenant, user._id, rows, conversations);
  }

  private async ownConversations(tenant: Tenant, user: string): Promise<ConversationRow[]> {
    const [shared, direct] = await Promise.all([
      this.heads.byIds(tenant, await this.conversations.roomsOf(tenant, user)),
      this.heads.pageOfDirect(tenant, user, maxDirectChats),
    ]);
    return [...shared, ...direct];
  }
}
