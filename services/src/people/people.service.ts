import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { EVERYBODY } from '@paddock/contract/calls/groups';
import type { readPeople, searchPeople } from '@paddock/contract/calls/people';
import type { SignedInCaller } from '../community/calls/caller.js';
import { checkFeature } from '../community/calls/permission-check.js';
import { Conversations } from '../community/conversations/conversations.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { seesMembers } from '../community/memberships/member-list.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';
import { nameWords } from '../community/users/name-words.js';
import { DirectoryRepository, type Wanted } from './directory.repository.js';
import { PersonViews } from './person-views.js';
import { bucketOf, pageOf, placeOf, sortOf } from './person-order.js';

/** Members of the workplace, as far as the caller may see them. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly directory: DirectoryRepository,
    private readonly memberships: MembershipRepository,
    private readonly conversations: Conversations,
    private readonly sight: UserVisibility,
    private readonly views: PersonViews,
  ) {}

  async list(caller: SignedInCaller, input: CallArguments<typeof readPeople>): Promise<CallReply<typeof readPeople>> {
    const sort = sortOf(caller.flags);
    const { rows, ...rest } = await this.step(caller, { among: await this.among(caller, input.group) }, input);
    const users = rows.map((row) => ({ ...this.views.row(caller, row), bucket: bucketOf(row.sort_keys[sort]) }));
    return { users, ...rest };
  }

  async search(
    caller: SignedInCaller,
    { query, exclude_users, exclude_group, ...input }: CallArguments<typeof searchPeople>,
  ): Promise<CallReply<typeof searchPeople>> {
    // It would be the directory under another name.
    if (query === '' && (input.group ?? EVERYBODY) === EVERYBODY) checkFeature('people.list', caller.config);
    const words = nameWords(query);
    // Signs alone begin no word.
    if (query !== '' && words.length === 0) return { results: [], total_users: 0, next: null };
    const excluded = exclude_group === undefined ? [] : await this.membersOf(caller, exclude_group);
    if (excluded === 'everybody') return { results: [], total_users: 0, next: null };
    const without = [...(exclude_users?.split(',').filter(Boolean) ?? []), ...excluded];
    const among = await this.among(caller, input.group);
    const { rows, ...rest } = await this.step(caller, { words, among, without }, input);
    return { results: rows.map((row) => this.views.row(caller, row)), ...rest };
  }

  private async step(
    { tenant, flags, user }: SignedInCaller,
    which: Omit<Wanted, 'withBanned'>,
    { count, page }: Step,
  ) {
    const wanted = { ...which, withBanned: user.admin };
    const sort = sortOf(flags);
    const from = page === undefined ? { skip: 0 } : placeOf(sort, page, count);
    const [found, total_users] = await Promise.all([
      this.directory.page(tenant, wanted, sort, count + 1, from),
      this.directory.size(tenant, wanted),
    ]);
    const rows = found.slice(0, count);
    const last = rows.at(-1);
    const next = found.length > count && last ? pageOf(sort, { key: last.sort_keys[sort], id: last._id }) : null;
    return { rows, total_users, next };
  }

  /** Ids of the group's members whom the caller sees; undefined where nothing narrows the workplace down. */
  private async among(caller: SignedInCaller, group: string | undefined): Promise<string[] | undefined> {
    const seen = await this.sight.among(caller);
    const members = group === undefined ? 'everybody' : await this.membersOf(caller, group);
    if (members === 'everybody') return seen;
    return seen ? members.filter((id) => seen.includes(id)) : members;
  }

  /** @throws GROUP_NOT_FOUND for what is no group to the caller; FORBIDDEN where its members are hidden from them. */
  private async membersOf(caller: SignedInCaller, group: string): Promise<string[] | 'everybody'> {
    if (group === EVERYBODY) return 'everybody';
    const { tenant, user, flags } = caller;
    const row = await this.readableGroup(caller, group);
    const membership = await this.memberships.of(tenant, row._id, user._id);
    if (!seesMembers(flags, user, tenant.workplace, membership, true)) throw new PaddockError('FORBIDDEN');
    return this.memberships.usersOf(tenant, [row._id]);
  }

  private async readableGroup({ tenant, user }: SignedInCaller, id: string) {
    try {
      const { conversation } = await this.conversations.findReadable(tenant, user, id);
      if (conversation.kind === 'group') return conversation;
    } catch (error) {
      if (!(error instanceof PaddockError) || error.status >= 500 || error.code === 'FORBIDDEN') throw error;
    }
    throw new PaddockError('GROUP_NOT_FOUND');
  }
}

interface Step {
  count: number;
  page?: string | undefined;
}
