import { Injectable } from '@nestjs/common';
import type { Poll } from '@paddock/contract/calls/polls';
import type { ClientSession } from 'mongodb';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { retryOnDuplicate } from '../../infrastructure/mongo/retry-on-duplicate.js';
import { WriteBatcher } from '../../infrastructure/mongo/write-batcher.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { isDeleted } from '../reading/shout-access.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { isClosed, pollView } from '../storage/poll.js';
import type { StoredPoll } from '../storage/poll.schema.js';
import { type ChoicesOf, VoteRepository, type VoteRow } from '../storage/vote.repository.js';

interface VoteRequest {
  tenant: Tenant;
  shout: string;
  user: string;
  /** Ids of options of the poll. */
  options: readonly string[];
}

const maxBatch = 100;

/**
 * Writes votes, a row for each member, together with the poll's counters. Concurrent votes in one poll share a transaction and
 * one realtime update ({@link WriteBatcher}).
 */
@Injectable()
export class VoteWriter {
  private readonly batcher = new WriteBatcher<VoteRequest, Poll>(
    (requests) =>
      retryOnDuplicate(() => this.mutex.transaction(requests[0]!.shout, (session) => this.store(requests, session))),
    (batch, next) => batch.length < maxBatch && !batch.some(({ user }) => user === next.user),
  );

  constructor(
    private readonly mutex: KeyedMutex,
    private readonly shouts: ShoutRepository,
    private readonly votes: VoteRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Resolves when the vote and its event are durable. @throws SHOUT_NOT_FOUND when the shout was deleted meanwhile */
  write(tenant: Tenant, shout: string, user: string, options: readonly string[]): Promise<Poll> {
    return this.batcher.add(tenantKey(tenant, shout), { tenant, shout, user, options });
  }

  /** Removes the vote of a member whose account is deleted, also from an ended poll. */
  async forget(tenant: Tenant, { shout, user }: VoteRow): Promise<void> {
    const request = { tenant, shout, user, options: [] };
    await this.mutex.transaction(shout, async (session) => {
      const row = await this.shouts.byId(tenant, shout, { session });
      if (!row?.poll) return this.votes.replace(tenant, shout, [user], [], { session });
      const before = await this.votes.choices(tenant, [user], [shout], { session });
      if (before(shout, user).length > 0) await this.replace(row, [request], before, session);
    });
  }

  private async store(requests: readonly VoteRequest[], session: ClientSession): Promise<Poll[]> {
    const { tenant, shout } = requests[0]!;
    const row = await this.shouts.byId(tenant, shout, { session });
    if (!row?.poll || isDeleted(row)) throw new PaddockError('SHOUT_NOT_FOUND');
    const { poll } = row;
    const users = requests.map(({ user }) => user);
    const before = await this.votes.choices(tenant, users, [shout], { session });
    // A vote may have waited for its turn while the poll ended.
    if (isClosed(poll)) return users.map((user) => pollView(poll, before(shout, user)));
    const changed = requests.filter(({ user, options }) => !sameChoice(before(shout, user), options));
    if (changed.length === 0) return users.map((user) => pollView(poll, before(shout, user)));
    const counted = await this.replace(row, changed, before, session);
    return requests.map(({ options }) => pollView(counted.poll!, options));
  }

  private async replace(
    { conversation, poll }: ShoutRow,
    changed: readonly VoteRequest[],
    before: ChoicesOf,
    session: ClientSession,
  ): Promise<ShoutRow> {
    const { tenant, shout, user: actor } = changed[0]!;
    const removed = changed.map(({ user }) => user).filter((user) => before(shout, user).length > 0);
    const added = changed
      .filter(({ options }) => options.length > 0)
      .map(({ user, options }) => ({ user, options: [...options] }));
    await this.votes.replace(tenant, shout, removed, added, { session });
    const counted = await this.shouts.countVotes(tenant, shout, differences(poll!, changed, before), { session });
    await this.outbox.add(session, { kind: 'ShoutUpdated', tenant, conversation, shout, actor });
    return counted!;
  }
}

const sameChoice = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((option) => other.includes(option));

/** How the counters change: of each option by its position, and of the members who voted. */
function differences({ options }: StoredPoll, changed: readonly VoteRequest[], before: ChoicesOf) {
  const sum = (value: (request: VoteRequest) => number) => changed.reduce((total, one) => total + value(one), 0);
  const had = ({ shout, user }: VoteRequest) => before(shout, user);
  return {
    options: options.map(({ id }) => sum((one) => Number(one.options.includes(id)) - Number(had(one).includes(id)))),
    voters: sum((one) => Math.sign(one.options.length) - Math.sign(had(one).length)),
  };
}
