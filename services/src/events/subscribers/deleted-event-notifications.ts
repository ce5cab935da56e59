import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Notifications } from '../../community/notifications/notifications.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { DeletedEventRepository } from '../storage/deleted-event.repository.js';
import { EventRepository } from '../storage/event.repository.js';

/** Withdraws notifications that invite to deleted events. */
@Injectable()
export class DeletedEventNotifications implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly notifications: Notifications,
    private readonly events: EventRepository,
    private readonly deleted: DeletedEventRepository,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'events-deleted-notifications',
      kinds: ['EventDeleted'],
      durable: true,
      handle: (gone) => this.withdraw(gone),
    });
  }

  /** Takes back what invites to a deleted event; of a recurring one, with its last copy. */
  private async withdraw({ tenant, event }: Delivered<'EventDeleted'>): Promise<void> {
    const root = (await this.deleted.byId(tenant, event))?.root;
    if (root !== undefined && (await this.events.hasCopies(tenant, root))) return;
    await this.notifications.withdraw(tenant, ['event_new', 'event_organizer'], root ?? event);
  }
}
