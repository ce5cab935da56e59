import { Injectable } from '@nestjs/common';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { ArrivalRepository } from './storage/arrival.repository.js';
import { RatingRepository } from './storage/rating.repository.js';
import { ReplyRepository } from './storage/reply.repository.js';
import { RatingsService } from './writing/ratings.service.js';
import { RepliesService } from './writing/replies.service.js';

/** The part of `EventsPersonalData` about replies, arrivals and ratings. Erasure takes them back. */
@Injectable()
export class AttendancePersonalData {
  constructor(
    private readonly replies: ReplyRepository,
    private readonly ratings: RatingRepository,
    private readonly arrivals: ArrivalRepository,
    private readonly repliesService: RepliesService,
    private readonly ratingsService: RatingsService,
  ) {}

  async export(tenant: Tenant, user: string) {
    const replies = await this.replies.everywhere(tenant, user);
    const ratings = await this.ratings.everywhere(tenant, user);
    const arrivals = await this.arrivals.everywhere(tenant, user);
    return {
      event_replies: replies.flatMap(({ rows }) =>
        rows.map(({ workplace, event, reply, replied }) => ({ workplace, event, reply, replied })),
      ),
      event_arrivals: arrivals.flatMap(({ rows }) =>
        rows.map(({ workplace, event, arrived }) => ({ workplace, event, arrived })),
      ),
      event_ratings: ratings.flatMap(({ rows }) =>
        rows.map(({ workplace, event, rating, desc, created }) => ({ workplace, event, rating, desc, created })),
      ),
    };
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    for (const { place, rows } of await this.replies.everywhere(tenant, user))
      for (const { event } of rows) await this.repliesService.forget(place, event, [user]);
    for (const { place, rows } of await this.ratings.everywhere(tenant, user))
      for (const { event } of rows) await this.ratingsService.forget(place, event, user);
    await this.arrivals.forget(tenant, user);
  }
}
