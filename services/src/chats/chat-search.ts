import { Injectable } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/core/call';
import type { readChats } from '@paddock/contract/calls/chats';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { GroupListRepository } from '../community/conversations/group-list.repository.js';
import { Conversations } from '../community/conversations/conversations.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';
import { queryWords } from '../community/search/words.js';
import { UserCards } from '../community/users/user-cards.js';
import { UserRepository } from '../community/users/user.repository.js';
import { blockMark } from '../community/users/user.schema.js';
import { CommitLog } from '../infrastructure/outbox/commit-log.js';

type Found = Required<Pick<CallReply<typeof readChats>, 'shouts' | 'groups' | 'users' | 'too_many'>>;

/** Results of each kind (specification A §9). */
const maxResults = 15;

/** Searches users, groups and shouts by word prefixes for the chats screen. What depends on memberships reads new events first. */
@Injectable()
export class ChatSearch {
  constructor(
    private readonly users: UserRepository,
    private readonly cards: UserCards,
    private readonly groups: GroupListRepository,
    private readonly conversations: Conversations,
    private readonly memberships: MembershipRepository,
    private readonly visibility: UserVisibility,
    private readonly extensions: ExtensionPoints,
    private readonly commitLog: CommitLog,
  ) {}

  async find(caller: SignedInCaller, prop: 'all' | 'groups' | 'people', query: string): Promise<Found> {
    const isWanted = (kind: 'groups' | 'people') => prop === 'all' || prop === kind;
    const [users, groups, shouts] = await Promise.all([
      isWanted('people') ? this.findUsers(caller, query) : [],
      isWanted('groups') ? this.findGroups(caller, query) : [],
      prop === 'all' ? this.findShouts(caller, query) : { shouts: [], more: false },
    ]);
    const isMore = { shouts: shouts.more, groups: groups.length > maxResults, users: users.length > maxResults };
    return {
      shouts: shouts.shouts,
      groups: groups.slice(0, maxResults),
      users: users.slice(0, maxResults),
      too_many: (['shouts', 'groups', 'users'] as const).filter((kind) => isMore[kind]),
    };
  }

  private async findUsers(caller: SignedInCaller, query: string) {
    const { tenant, user, arrived } = caller;
    const [among, terms] = await Promise.all([
      this.commitLog.sync(arrived).then(() => this.visibility.among(caller)),
      this.users.nameTerms(tenant, query),
    ]);
    const rows = await this.users.search(tenant, terms, maxResults + 2, { among, withBanned: user.admin });
    return rows
      .filter((row) => row._id !== user._id)
      .slice(0, maxResults + 1)
      .map((row) => ({ ...this.cards.card(tenant, user._id, row), ...blockMark(user, row) }));
  }

  private async findGroups({ tenant, user, arrived }: SignedInCaller, query: string) {
    const words = queryWords(query);
    if (words.length === 0) return [];
    await this.commitLog.sync(arrived);
    const known = isWorkplaceAdmin(user, tenant.workplace) ? 'all' : await this.groupsOf(tenant, user._id);
    const rows = await this.groups.searchGroups(tenant, words, known, maxResults + 1);
    return rows.map((row) => this.conversations.groupCard(tenant, user._id, row));
  }

  private async findShouts({ tenant, user }: SignedInCaller, query: string) {
    const services = [...this.extensions.all('search_shouts').values()];
    const found = await Promise.all(services.map((search) => search(tenant, user, query, maxResults)));
    return { shouts: found.flatMap(({ shouts }) => shouts), more: found.some(({ more }) => more) };
  }

  private async groupsOf(tenant: SignedInCaller['tenant'], user: string): Promise<string[]> {
    return (await this.memberships.ofUser(tenant, user)).map((row) => row.group);
  }
}
