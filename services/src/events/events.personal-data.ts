import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { EventRepository } from './event.repository.js';
import { EventSourceRepository } from './sync/event-source.repository.js';
import { DeletedEventRepository } from './storage/deleted-event.repository.js';
import { MemberStateRepository } from './storage/member-state.repository.js';
import { RatingRepository } from './storage/rating.repository.js';
import { ReplyRepository } from './storage/reply.repository.js';
import { RatingsService } from './writing/ratings.service.js';
import { RepliesService } from './writing/replies.service.js';

/**
 * Exports a member's events, replies and ratings. Erasure leaves the events without creator and organizer (ADR 0018) and takes
 * replies and ratings back.
 */
@Injectable()
export class EventsPersonalData implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly replies: ReplyRepository,
    private readonly ratings: RatingRepository,
    private readonly repliesService: RepliesService,
    private readonly ratingsService: RatingsService,
    private readonly states: MemberStateRepository,
    private readonly deleted: DeletedEventRepository,
    private readonly sources: EventSourceRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'events', async (tenant, { _id: user }) => {
      const events = await this.events.ofMember(tenant, user);
      const shown = events.map(({ _id: id, workplace, title, when, end, where, desc, organizer }) => {
        return { id, workplace, title, when, end, where, desc, organizes: organizer === user };
      });
      const [replies, ratings] = [
        await this.replies.everywhere(tenant, user),
        await this.ratings.everywhere(tenant, user),
      ];
      return {
        organised: shown.filter(({ organizes }) => organizes).map(({ organizes: _, ...event }) => event),
        events: shown.filter(({ organizes }) => !organizes).map(({ organizes: _, ...event }) => event),
        event_replies: replies.flatMap(({ rows }) =>
          rows.map(({ workplace, event, reply, replied }) => ({ workplace, event, reply, replied })),
        ),
        event_sources: (await this.sources.ofMember(tenant, user)).map(({ workplace, url, created }) => ({
          workplace,
          url,
          created,
        })),
        event_ratings: ratings.flatMap(({ rows }) =>
          rows.map(({ workplace, event, rating, desc, created }) => ({ workplace, event, rating, desc, created })),
        ),
      };
    });
    this.extensions.provide('forget', 'events', (tenant, { _id }) => this.forget(tenant, _id));
  }

  private async forget(tenant: Tenant, user: string): Promise<void> {
    await this.events.forgetMember(tenant, user);
    for (const { place, rows } of await this.replies.everywhere(tenant, user))
      for (const { event } of rows) await this.repliesService.forget(place, event, user);
    for (const { place, rows } of await this.ratings.everywhere(tenant, user))
      for (const { event } of rows) await this.ratingsService.forget(place, event, user);
    await this.states.forget(tenant, user);
    await this.sources.forgetMember(tenant, user);
    await this.deleted.forget(tenant, user);
  }
}
