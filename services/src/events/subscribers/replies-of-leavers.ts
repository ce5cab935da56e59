import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { EventRepository } from '../storage/event.repository.js';
import { isPast } from '../reading/event-access.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import { RepliesService } from '../writing/replies.service.js';

/** A member who left a group takes their replies to its coming events back: the next one in the waiting list gets the place. */
@Injectable()
export class LeftGroup implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly users: UserRepository,
    private readonly events: EventRepository,
    private readonly memberships: MembershipRepository,
    private readonly replies: ReplyRepository,
    private readonly repliesService: RepliesService,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'events-left-group',
      kinds: ['MembershipChanged'],
      durable: true,
      handle: (event) => this.handle(event),
    });
  }

  private async handle({ tenant, group, user: id }: Delivered<'MembershipChanged'>): Promise<void> {
    const user = id === undefined ? null : await this.users.byId(tenant, id);
    // Admins read the events of every group. Not by the cache, which may be older than the event.
    if (!user || isWorkplaceAdmin(user, tenant.workplace)) return;
    if ((await this.memberships.inGroup(tenant, group, [user._id])).length > 0) return;
    const places = await this.replies.everywhere(tenant, user._id);
    const rows = places.flatMap(({ place, rows: all }) => (place.workplace === tenant.workplace ? all : []));
    for (const { event } of rows) {
      const row = await this.events.byId(tenant, event);
      if (row?.group === group && !isPast(row)) await this.repliesService.forget(tenant, event, [user._id]);
    }
  }
}
