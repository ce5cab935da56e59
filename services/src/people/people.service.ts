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
import { UserRepository } from '../community/users/user.repository.js';
import { CommitLog } from '../infrastructure/outbox/commit-log.js';
import { DirectoryCounts } from './directory-counts.js';
import { DirectoryRepository, type DirectoryFilter } from './directory.repository.js';
import { PersonViews } from './person-views.js';
import { bucketOf, pageOf, pageStart, sortOf } from './person-order.js';

/** The members of the workplace whom the caller may see. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly directory: DirectoryRepository,
    private readonly counts: DirectoryCounts,
    private readonly commitLog: CommitLog,
    private readonly memberships: MembershipRepository,
    private readonly conversations: Conversations,
    private readonly visibility: UserVisibility,
    private readonly views: PersonViews,
    private readonly users: UserRepository,
  ) {}

  async list(caller: SignedInCaller, input: CallArguments<typeof readPeople>): Promise<CallReply<typeof readPeople>> {
    const sort = sortOf(caller.flags);
    const { rows, ...rest } = await this.page(caller, { among: await this.among(caller, input.group) }, input);
    const users = rows.map((row) => ({ ...this.views.row(caller, row), bucket: bucketOf(row.sort_keys[sort]) }));
    return { users, ...rest };
  }

  async search(
    caller: SignedInCaller,
    { query, exclude_users, exclude_group, ...input }: CallArguments<typeof searchPeople>,
  ): Promise<CallReply<typeof searchPeople>> {
    // An empty query over everybody is the directory, which the deployment may have turned off.
    if (query === '' && (input.group ?? EVERYBODY) === EVERYBODY) checkFeature('people.list', caller.config);
    const [excluded, among, terms] = await Promise.all([
      exclude_group === undefined ? [] : this.membersOf(caller, exclude_group, true),
      this.among(caller, input.group, query !== ''),
      this.users.nameTerms(caller.tenant, query),
    ]);
    // A query of punctuation alone matches no word.
    if (excluded === 'everybody' || (query !== '' && terms.length === 0))
      return { results: [], total_users: 0, next: null };
    const without = [...(exclude_users?.split(',').filter(Boolean) ?? []), ...excluded];
    const { rows, ...rest } = await this.page(caller, { terms, among, without }, input);
    return { results: rows.map((row) => this.views.row(caller, row)), ...rest };
  }

  private async page(
    { tenant, flags, user, arrived }: SignedInCaller,
    which: Omit<DirectoryFilter, 'withBanned'>,
    { count, page }: PageInput,
  ) {
    const scope = { ...which, withBanned: user.admin };
    const sort = sortOf(flags);
    const from = page === undefined ? { skip: 0 } : pageStart(sort, page, count);
    const snapshot = this.commitLog.sync(arrived);
    const read = async () => {
      const after =
        from.after ??
        (from.skip > 0 && (await this.counts.cursorBehind(await snapshot, tenant, scope, sort, from.skip)));
      return after === null ? [] : this.directory.page(tenant, scope, sort, count + 1, after ? { after } : { skip: 0 });
    };
    const size = async () => this.counts.size(await snapshot, tenant, scope);
    const [found, total_users] = await Promise.all([read(), size()]);
    const rows = found.slice(0, count);
    const last = rows.at(-1);
    const next = found.length > count && last ? pageOf(sort, { key: last.sort_keys[sort], id: last._id }) : null;
    return { rows, total_users, next };
  }

  /** Ids of the group's members whom the caller sees; undefined when all members of the workplace are meant. */
  private async among(
    caller: SignedInCaller,
    group: string | undefined,
    isSearch = false,
  ): Promise<string[] | undefined> {
    const visible = await this.visibility.among(caller);
    const members = group === undefined ? 'everybody' : await this.membersOf(caller, group, isSearch);
    if (members === 'everybody') return visible;
    return visible ? members.filter((id) => visible.includes(id)) : members;
  }

  /** @throws GROUP_NOT_FOUND for a group that the caller cannot see; FORBIDDEN when its members are hidden from the caller. */
  private async membersOf(caller: SignedInCaller, group: string, isSearch = false): Promise<string[] | 'everybody'> {
    if (group === EVERYBODY) return 'everybody';
    const { tenant, user, flags } = caller;
    const row = await this.readableGroup(caller, group);
    const membership = await this.memberships.of(tenant, row._id, user._id);
    // An owner adds and manages members by search, also where the list is hidden.
    const isManaging = isSearch && membership?.role === 'owner';
    if (!isManaging && !seesMembers(flags, user, tenant.workplace, membership, true))
      throw new PaddockError('FORBIDDEN');
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

interface PageInput {
  count: number;
  page?: string | undefined;
}
