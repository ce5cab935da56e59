import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { nameWords } from '../../community/users/name-words.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { placesOf, ShoutViews } from './shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';

/** Direct chats looked through, those with the newest shouts first: a bound for whoever talks to everybody. */
const MOST_DIRECT_CHATS = 500;

/** Offers the search of shouts to the other services. */
@Injectable()
export class ShoutSearch implements OnModuleInit {
  constructor(
    private readonly answers: ExtensionPoints,
    private readonly shouts: ShoutRepository,
    private readonly views: ShoutViews,
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
  ) {}

  onModuleInit() {
    this.answers.provide('search_shouts', 'shouts', (...question) => this.find(...question));
  }

  /** Shouts and comments with words that begin so, newest first, of the everybody group, own groups and own direct chats. */
  async find(tenant: Tenant, user: UserRow, query: string, limit: number): Promise<ShoutCard[]> {
    const words = nameWords(query).slice(0, 10);
    if (words.length === 0) return [];
    const places = placesOf(...(await this.ownConversations(tenant, user._id)));
    const rows = await this.shouts.search(tenant, [...places.keys()], words, limit);
    return this.views.plain(tenant, user._id, rows, places);
  }

  private async ownConversations(tenant: Tenant, user: string): Promise<ConversationRow[]> {
    const [shared, direct] = await Promise.all([
      this.heads.byIds(tenant, await this.conversations.roomsOf(tenant, user)),
      this.heads.pageOfDirect(tenant, user, MOST_DIRECT_CHATS),
    ]);
    return [...shared, ...direct];
  }
}
