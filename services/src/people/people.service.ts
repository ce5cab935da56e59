import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import type { readPeople, searchPeople } from '@paddock/contract/calls/people';
import type { SignedInCaller } from '../community/calls/caller.js';
import { checkFeature } from '../community/calls/permission-check.js';
import { UserRepository } from '../community/users/user.repository.js';
import { blockMark, type UserRow } from '../community/users/user.schema.js';
import { DirectoryListings, type Listing } from './directory-listings.js';
import { DirectoryReach } from './directory-reach.js';
import { PersonViews, searchesField } from './person-views.js';
import { bucketOf, orderFor, pageOf, pageStart, type PageStart, sortOf, startOf } from './person-order.js';

/** The members of the workplace whom the caller may see. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly listings: DirectoryListings,
    private readonly reach: DirectoryReach,
    private readonly views: PersonViews,
    private readonly users: UserRepository,
  ) {}

  async list(caller: SignedInCaller, input: CallArguments<typeof readPeople>): Promise<CallReply<typeof readPeople>> {
    const order = orderFor(caller.language, caller.flags);
    const listing = await this.listings.ofGroup(caller, input.group, input.count + 1);
    const start = input.page === undefined ? await startIn(caller, listing, input) : undefined;
    const { rows, ...rest } = await pageIn(caller, listing, { ...input, start });
    const bucket = (row: UserRow) => bucketOf(row.sort_keys[order.sort], caller.language);
    return { users: rows.map((row) => ({ ...this.views.row(caller, row), bucket: bucket(row) })), ...rest };
  }

  async search(
    caller: SignedInCaller,
    { query, exclude_users, exclude_group, ...input }: CallArguments<typeof searchPeople>,
  ): Promise<CallReply<typeof searchPeople>> {
    // An empty query over everybody is the directory, which the deployment may have turned off.
    if (query === '' && (input.group ?? everybodyGroupId) === everybodyGroupId)
      checkFeature('people.list', caller.config);
    const withTags = searchesField(caller, 'tags');
    const [excluded, among, terms] = await Promise.all([
      exclude_group === undefined ? [] : this.reach.membersOf(caller, exclude_group, true),
      this.reach.among(caller, input.group, query !== ''),
      this.users.nameTerms(caller.tenant, query, withTags),
    ]);
    // A query of punctuation alone matches no word.
    if (excluded === 'everybody' || (query !== '' && terms.length === 0))
      return { results: [], total_users: 0, next: null };
    const without = [...(exclude_users?.split(',').filter(Boolean) ?? []), ...excluded];
    const listing = this.listings.of(caller, { terms, withTags, among, without });
    const { rows, total_users, next } = await pageIn(caller, listing, input);
    return {
      results: rows.map((row) => ({ ...this.views.row(caller, row), ...blockMark(caller.user, row) })),
      total_users,
      next,
    };
  }
}

/** Where a first page starts: at a member whom the caller sees in the list, or at a letter. */
async function startIn(
  { flags }: SignedInCaller,
  listing: Listing,
  { letter, member }: CallArguments<typeof readPeople>,
): Promise<PageStart | undefined> {
  if (member !== undefined) {
    const row = await listing.member(member);
    return row && { after: { key: row.sort_keys[sortOf(flags)], id: '' } };
  }
  return letter === undefined ? undefined : { after: startOf(letter) };
}

async function pageIn({ flags }: SignedInCaller, listing: Listing, { count, page, start }: PageInput) {
  const sort = sortOf(flags);
  const from = start ?? (page === undefined ? { skip: 0 } : pageStart(sort, page, count));
  const read = async () => {
    const rows = (at: PageStart) => listing.rows(at, count + 1);
    if (from.before) return { rows: await rows(from), isBackwards: true };
    const after = from.after ?? (from.skip > 0 && (await listing.cursorBehind(from.skip)));
    const found = after === null ? [] : await rows(after ? { after } : { skip: 0 });
    // No members from a letter on: the last ones.
    if (found.length === 0 && start?.after) return { rows: await rows({ before: start.after }), isBackwards: true };
    return { rows: found, isBackwards: false };
  };
  const [{ rows: found, isBackwards }, total_users] = await Promise.all([read(), listing.size()]);
  const isMore = found.length > count;
  const rows = isBackwards ? found.slice(0, count).reverse() : found.slice(0, count);
  const cursor = (row: UserRow | undefined, direction?: 'before') =>
    row ? pageOf(sort, { key: row.sort_keys[sort], id: row._id }, direction) : null;
  const next = (isBackwards ? from.before !== undefined : isMore) ? cursor(rows.at(-1)) : null;
  const previous = (isBackwards ? isMore : from.skip !== 0) ? cursor(rows[0], 'before') : null;
  return { rows, total_users, next, previous };
}

interface PageInput {
  count: number;
  page?: string | undefined;
  /** Instead of `page`. */
  start?: PageStart | undefined;
}
