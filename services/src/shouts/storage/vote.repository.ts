import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** One member's vote in one poll, with all chosen options. The poll's counters change in the same transaction. */
export interface VoteRow extends WorkplaceRow {
  shout: string;
  user: string;
  /** Ids of options, never empty. */
  options: string[];
}

const voteSchema = workplaceSchema<VoteRow>({
  shout: { type: String, required: true },
  user: { type: String, required: true },
  options: [String],
});
voteSchema.index({ community: 1, workplace: 1, shout: 1, user: 1 }, { unique: true });
// The voters of an option by time of their votes; ids sort by time.
voteSchema.index({ community: 1, workplace: 1, shout: 1, options: 1, _id: 1 });
// A member's votes, for the data export and account erasure.
voteSchema.index({ community: 1, workplace: 1, user: 1, _id: 1 });

/** The options that a member chose in a poll. */
export type ChoicesOf = (shout: string, user: string) => readonly string[];

interface Page {
  /** Id of the previous page's last vote. */
  after: string | undefined;
  skip: number;
  limit: number;
  /** Limits the voters to these members. */
  among: readonly string[] | undefined;
}

@Injectable()
export class VoteRepository extends TenantRepository<VoteRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'votes', voteSchema);
  }

  async choices(
    tenant: Tenant,
    users: readonly string[],
    shouts: readonly string[],
    options: InSession = {},
  ): Promise<ChoicesOf> {
    if (shouts.length === 0 || users.length === 0) return () => [];
    const rows = await this.find(tenant, { shout: { $in: [...shouts] }, user: { $in: [...users] } }, options);
    const chosen = new Map(rows.map((row) => [`${row.shout} ${row.user}`, row.options]));
    return (shout, user) => chosen.get(`${shout} ${user}`) ?? [];
  }

  /** The votes for an option, oldest first. */
  forOption(tenant: Tenant, shout: string, option: string, { after, skip, limit, among }: Page): Promise<VoteRow[]> {
    const filter = {
      ...{ shout, options: option },
      ...(after !== undefined && { _id: { $gt: after } }),
      ...(among && { user: { $in: [...among] } }),
    };
    return this.find(tenant, filter, { sort: { _id: 1 }, skip, limit });
  }

  /** The number of these members who chose an option. */
  countAmong(tenant: Tenant, shout: string, option: string, among: readonly string[]): Promise<number> {
    return this.count(tenant, { shout, options: option, user: { $in: [...among] } });
  }

  /** Ids of all members who voted. */
  async voters(tenant: Tenant, shout: string): Promise<string[]> {
    return (await this.findParts(tenant, { shout }, ['user'])).map(({ user }) => user);
  }

  /** A member's votes in all workplaces, oldest first. */
  async *ofUser(tenant: Tenant, user: string): AsyncGenerator<[Tenant, VoteRow]> {
    for (const workplace of await this.tenantsWithRows(tenant))
      for await (const row of this.each(workplace, { user }, '_id')) yield [workplace, row];
  }

  /** Removes the votes of these members and stores the new ones. */
  async replace(
    tenant: Tenant,
    shout: string,
    removed: readonly string[],
    added: readonly Pick<VoteRow, 'user' | 'options'>[],
    session: InSession,
  ): Promise<void> {
    if (removed.length > 0) await this.remove(tenant, { shout, user: { $in: [...removed] } }, session);
    const rows = added.map((vote) => ({ _id: newId(), shout, ...vote }));
    if (rows.length > 0) await this.insertAll(tenant, rows, session);
  }

  /** Removes all votes in the polls of these shouts. */
  async removeOf(tenant: Tenant, shouts: readonly string[]): Promise<void> {
    await this.remove(tenant, { shout: { $in: [...shouts] } });
  }
}
