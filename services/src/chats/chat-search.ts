import { Injectable } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/core/call';
import type { readChats } from '@paddock/contract/calls/chats';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { Conversations } from '../community/conversations/conversations.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';
import { nameWords } from '../community/users/name-words.js';
import { UserCards } from '../community/users/user-cards.js';
import { UserRepository } from '../community/users/user.repository.js';

type Found = Required<Pick<CallReply<typeof readChats>, 'shouts' | 'groups' | 'users' | 'too_many'>>;

/** Results of each kind (specification A §9). */
const maxResults = 15;

/** Searches users, groups and shouts by word prefixes for the chats screen. */
@Injectable()
export class ChatSearch {
  constructor(
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly heads: ConversationRepository,
    private readonly conversations: Conversations,
    private readonly memberships: MembershipRepository,
    private readonly visibility: UserVisibility,
    private readonly extensions: ExtensionPoints,
  ) {}

  async find(caller: SignedInCaller, prop: 'all' | 'groups' | 'people', query: string): Promise<Found> {
    const isWanted = (kind: 'groups' | 'people') => prop === 'all' || prop === kind;
    const [users, groups, shouts] = await Promise.all([
      isWanted('people') ? this.findUsers(caller, query) : [],
      isWanted('groups') ? this.findGroups(caller, query) : [],
      prop === 'all' ? this.findShouts(caller, query) : [],
    ]);
    const found = { shouts, groups, users };
    return {
      shouts: shouts.slice(0, maxResults),
      groups: groups.slice(0, maxResults),
      users: users.slice(0, maxResults),
      too_many: (['shouts', 'groups', 'users'] as const).filter((kind) => found[kind].length > maxResults),
    };
  }

  private async findUsers(caller: SignedInCaller, query: string) {
    const { tenant, user } = caller;
    const among = await this.visibility.among(caller);
    const rows = await this.users.search(tenant, query, maxResults + 2, { among, withBanned: user.admin });
    return rows
      .filter((row) => row._id !== user._id)
      .slice(0, maxResults + 1)
      .map((row) => this.cards.card(tenant, user._id, row));
  }

  private async findGroups({ tenant, user }: SignedInCaller, query: string) {
    const words = nameWords(query);
    if (words.length === 0) return [];
    const known = isWorkplaceAdmin(user, tenant.workplace) ? 'all' : await this.groupsOf(tenant, user._id);
    const rows = await this.heads.searchGroups(tenant, words, known, maxResults + 1);
    return rows.map((row) => this.conversations.groupCard(tenant, user._id, row));
  }

  private async findShouts({ tenant, user }: SignedInCaller, query: string) {
    const services = [...this.extensions.all('search_shouts').values()];
    return (await Promise.all(services.map((search) => search(tenant, user, query, maxResults + 1)))).flat();
  }

  private async groupsOf(tenant: SignedInCaller['tenant'], user: string): Promise<string[]> {
    return (await this.memberships.ofUser(tenant, user)).map((row) => row.group);
  }
}
