import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { rateEvent, readRatings } from '@paddock/contract/calls/event-ratings';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserCards } from '../../community/users/user-cards.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import { EventAccess, isPast, manages } from '../reading/event-access.js';
import { EventsService } from '../reading/events.service.js';
import { RatingRepository } from '../storage/rating.repository.js';

/** Ratings of past events. */
@Injectable()
export class RatingsService {
  constructor(
    private readonly events: EventRepository,
    private readonly ratings: RatingRepository,
    private readonly access: EventAccess,
    private readonly reading: EventsService,
    private readonly cards: UserCards,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** One rating a member: a second one replaces the first. */
  async rate(
    caller: SignedInCaller,
    { id, rating, desc = '' }: CallArguments<typeof rateEvent>,
  ): Promise<PaddockEvent> {
    const row = await this.access.find(caller, id);
    if (!isPast(row)) throw new PaddockError('EVENT_NOT_OVER');
    const { tenant, user } = caller;
    const counted = await this.change(tenant, id, user._id, rating, (options) =>
      this.ratings.set(tenant, { event: id, user: user._id, rating, desc }, options),
    );
    if (!counted) throw new PaddockError('EVENT_NOT_FOUND');
    return this.reading.one(caller, counted);
  }

  async list(
    caller: SignedInCaller,
    { id, count, page }: CallArguments<typeof readRatings>,
  ): Promise<CallReply<typeof readRatings>> {
    const row = await this.access.find(caller, id);
    const { tenant, user } = caller;
    if (!manages({ user, workplace: tenant.workplace }, row)) throw new PaddockError('FORBIDDEN');
    const rows = await this.ratings.ofEvent(tenant, id, count + 1, page);
    const shown = rows.slice(0, count);
    const cards = await this.cards.cards(
      tenant,
      user._id,
      shown.map((one) => one.user),
    );
    return {
      ratings: shown.map((one) => ({
        id: one._id,
        user: cards.get(one.user),
        rating: one.rating,
        desc: one.desc,
        created: one.created.toISOString(),
      })),
      next: rows.length > count ? shown.at(-1)!._id : null,
    };
  }

  async forget(tenant: Tenant, id: string, user: string): Promise<void> {
    await this.change(tenant, id, user, undefined, (options) => this.ratings.delete(tenant, id, [user], options));
  }

  /** Changes a member's rating and the event's number and sum together; undefined is no rating. */
  private change(
    tenant: Tenant,
    id: string,
    user: string,
    rating: number | undefined,
    write: (options: Parameters<RatingRepository['set']>[2]) => Promise<unknown>,
  ) {
    return this.mutex.transaction(id, async (session) => {
      // Locks the event before the former rating is read.
      const event = await this.events.addCounts(tenant, id, { ratings: 0 }, { session });
      const before = await this.ratings.of(tenant, id, user, { session });
      await write({ session });
      if (!event) return null;
      const count = (rating === undefined ? 0 : 1) - (before ? 1 : 0);
      const sum = (rating ?? 0) - (before?.rating ?? 0);
      const counted = await this.events.addCounts(tenant, id, { ratings: count, rating_sum: sum }, { session });
      await this.outbox.add(session, { kind: 'EventCounted', tenant, event: id });
      return counted;
    });
  }
}
