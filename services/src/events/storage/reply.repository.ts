import { Injectable } from '@nestjs/common';
import type { EventReply } from '@paddock/contract/calls/events';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { MemberRowRepository } from './member-row.repository.js';

/** A member's reply to an event. */
export interface ReplyRow extends WorkplaceRow {
  event: string;
  user: string;
  reply: EventReply;
  /** Position in the order of the event's replies. */
  turn: number;
  replied: Date;
}

export const replySchema = workplaceSchema<ReplyRow>({
  event: { type: String, required: true },
  user: { type: String, required: true },
  reply: { type: String, required: true },
  turn: { type: Number, required: true },
  replied: { type: Date, required: true },
});
replySchema.index({ community: 1, workplace: 1, event: 1, user: 1 }, { unique: true });
replySchema.index({ community: 1, workplace: 1, event: 1, reply: 1, turn: 1 });
replySchema.index({ community: 1, workplace: 1, user: 1, event: 1 });

interface Page extends InSession {
  /** The turn of the previous page's last reply. */
  after?: number | undefined;
  skip?: number | undefined;
  limit?: number;
  /** Leaves this member out. */
  without?: string;
  /** Only these members. */
  among?: readonly string[] | undefined;
}

@Injectable()
export class ReplyRepository extends MemberRowRepository<ReplyRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'event_replies', replySchema);
  }

  /** In the order of the replies. */
  inOrder(
    tenant: Tenant,
    event: string,
    reply: EventReply,
    { after, skip, limit, without, among, ...options }: Page = {},
  ): Promise<ReplyRow[]> {
    const user = { ...(without && { $ne: without }), ...(among && { $in: [...among] }) };
    const filter = {
      ...{ event, reply },
      ...(after !== undefined && { turn: { $gt: after } }),
      ...(Object.keys(user).length > 0 && { user }),
    };
    return this.find(tenant, filter, {
      ...{ sort: { turn: 1 }, ...options },
      ...(limit && { limit }),
      ...(skip && { skip }),
    });
  }

  countAmong(tenant: Tenant, event: string, reply: EventReply, among: readonly string[]): Promise<number> {
    return this.count(tenant, { event, reply, user: { $in: [...among] } });
  }

  /** The number of members who wait before this turn. */
  waitingBefore(tenant: Tenant, event: string, turn: number): Promise<number> {
    return this.count(tenant, { event, reply: 'waiting', turn: { $lt: turn } });
  }

  /** Ids of the members who replied. */
  async members(tenant: Tenant, event: string): Promise<string[]> {
    return (await this.findParts(tenant, { event }, ['user'])).map(({ user }) => user);
  }

  /** Ids of the members who attend or wait. */
  expected(tenant: Tenant, event: string, options: InSession = {}): Promise<string[]> {
    return this.expectedAtAny(tenant, [event], options);
  }

  /** Ids of the members who attend or wait for one of the events. */
  async expectedAtAny(tenant: Tenant, events: readonly string[], options: InSession = {}): Promise<string[]> {
    const filter = { event: { $in: [...events] }, reply: { $in: ['attending' as const, 'waiting' as const] } };
    const rows = await this.findParts(tenant, filter, ['user'], options);
    return [...new Set(rows.map(({ user }) => user))];
  }

  async set(
    tenant: Tenant,
    { event, user, reply, turn }: Pick<ReplyRow, 'event' | 'user' | 'reply' | 'turn'>,
    options: InSession,
  ): Promise<void> {
    const update = { $set: { reply, turn, replied: new Date() }, $setOnInsert: { _id: newId() } };
    await this.change(tenant, { event, user }, update, { upsert: true, ...options });
  }

  /** Gives a waiting member a place; the turn, and so the order among the attendees, stays. */
  async moveUp(tenant: Tenant, id: string, options: InSession): Promise<void> {
    await this.change(tenant, { _id: id }, { $set: { reply: 'attending' } }, options);
  }
}
