import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { MemberRowRepository } from './member-row.repository.js';

/** A member's rating of an event. */
export interface RatingRow extends WorkplaceRow {
  event: string;
  user: string;
  /** 1 to 5. */
  rating: number;
  desc: string;
  created: Date;
}

export type OwnRating = Pick<RatingRow, 'rating' | 'desc'>;

export const ratingSchema = workplaceSchema<RatingRow>({
  event: { type: String, required: true },
  user: { type: String, required: true },
  rating: { type: Number, required: true },
  desc: { type: String, default: '' },
  created: { type: Date, required: true },
});
ratingSchema.index({ community: 1, workplace: 1, event: 1, user: 1 }, { unique: true });
ratingSchema.index({ community: 1, workplace: 1, event: 1, _id: 1 });
ratingSchema.index({ community: 1, workplace: 1, user: 1, event: 1 });

@Injectable()
export class RatingRepository extends MemberRowRepository<RatingRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'event_ratings', ratingSchema);
  }

  /** The member's ratings of these events, by event. */
  async ratedBy(tenant: Tenant, user: string, events: readonly string[]): Promise<Map<string, OwnRating>> {
    const rows = await this.findParts(tenant, { user, event: { $in: [...events] } }, ['event', 'rating', 'desc']);
    return new Map(rows.map(({ event, rating, desc }) => [event, { rating, desc }]));
  }

  /** The ratings of the event by these members, by member. */
  async ratersOf(tenant: Tenant, event: string, users: readonly string[]): Promise<Map<string, OwnRating>> {
    const rows = await this.findParts(tenant, { event, user: { $in: [...users] } }, ['user', 'rating', 'desc']);
    return new Map(rows.map(({ user, rating, desc }) => [user, { rating, desc }]));
  }

  /** Newest first; `before` is the id of the previous page's last rating. */
  ofEvent(tenant: Tenant, event: string, limit: number, before?: string): Promise<RatingRow[]> {
    const filter = { event, ...(before !== undefined && { _id: { $lt: before } }) };
    return this.find(tenant, filter, { sort: { _id: -1 }, limit });
  }

  async set(
    tenant: Tenant,
    { event, user, rating, desc }: Pick<RatingRow, 'event' | 'user' | 'rating' | 'desc'>,
    options: InSession,
  ): Promise<void> {
    const update = { $set: { rating, desc }, $setOnInsert: { _id: newId(), created: new Date() } };
    await this.change(tenant, { event, user }, update, { upsert: true, ...options });
  }
}
