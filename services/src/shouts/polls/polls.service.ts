import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { Poll, readVoters, votePoll } from '@paddock/contract/calls/polls';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { isBlockBetween } from '../../community/users/user.schema.js';
import { UserCards } from '../../community/users/user-cards.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { ShoutAccess } from '../reading/shout-access.js';
import type { StoredPoll } from '../storage/poll.schema.js';
import { VoteRepository } from '../storage/vote.repository.js';
import { VoteWriter } from './vote-writer.js';

/** Votes in the polls of shouts. As with likes, each member who reads a shout may vote. */
@Injectable()
export class PollsService {
  constructor(
    private readonly access: ShoutAccess,
    private readonly votes: VoteRepository,
    private readonly writer: VoteWriter,
    private readonly visibility: UserVisibility,
    private readonly cards: UserCards,
    private readonly users: UserRepository,
  ) {}

  /** @throws INVALID_INPUT for an unknown option, and for several options in a poll of a single choice */
  async vote({ tenant, user }: SignedInCaller, { id, poll_option_ids }: CallArguments<typeof votePoll>): Promise<Poll> {
    const { row } = await this.access.findForChange(tenant, user, id);
    if (!row.poll) throw new PaddockError('SHOUT_NOT_FOUND');
    const options = [...new Set(poll_option_ids)];
    for (const option of options) checkOption(row.poll, option, 'poll_option_ids');
    if (!row.poll.multiple && options.length > 1)
      throw new PaddockError('INVALID_INPUT', { fields: { poll_option_ids: 'poll_option_ids_LENGTH_PATTERN' } });
    return this.writer.write(tenant, id, user._id, options);
  }

  /** The voters of an option, as far as the caller may see them; banned ones for super admins only (ADR 0007). */
  async voters(
    caller: SignedInCaller,
    { id, option, count, page = '0' }: CallArguments<typeof readVoters>,
  ): Promise<CallReply<typeof readVoters>> {
    const { tenant, user } = caller;
    const { row } = await this.access.findPresent(tenant, user, id);
    if (!row.poll) throw new PaddockError('SHOUT_NOT_FOUND');
    if (row.poll.private) throw new PaddockError('FORBIDDEN');
    const { voters_count } = checkOption(row.poll, option, 'option');
    const among = await this.visibility.among(caller);
    const isCursor = page.length === 24;
    const found = await this.votes.forOption(tenant, id, option, {
      ...{ after: isCursor ? page : undefined, skip: isCursor ? 0 : Number(page) * count },
      ...{ limit: count + 1, among },
    });
    const shown = found.slice(0, count);
    const voters = shown.map((vote) => vote.user);
    const rows = new Map((await this.users.byIds(tenant, voters)).map((row) => [row._id, row]));
    return {
      users: voters.flatMap((voter) => {
        const row = rows.get(voter);
        if (!row || isBlockBetween(user, row) || (row.banned && !user.admin)) return [];
        return [this.cards.card(tenant, user._id, row)];
      }),
      total_users: among ? await this.votes.countAmong(tenant, id, option, among) : voters_count,
      next: found.length > count ? shown.at(-1)!._id : null,
    };
  }
}

function checkOption(poll: StoredPoll, id: string, field: string): StoredPoll['options'][number] {
  const option = poll.options.find((one) => one.id === id);
  if (!option) throw new PaddockError('INVALID_INPUT', { fields: { [field]: `${field}_INVALID_PATTERN` } });
  return option;
}
