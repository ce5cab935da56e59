import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FilesService } from '../../community/files/files.service.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { CopiesRemoval } from '../recurrence/copies-removal.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';

/** Events erased at a time. */
const batch = 100;

/**
 * Erases the events of deleted groups, with replies, ratings, comments and files (ADR 0030). No member can read them any more, so no one
 * is notified. Repeatable: what is erased is not found again.
 */
@Injectable()
export class GroupErasure implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly removal: CopiesRemoval,
    private readonly files: FilesService,
    private readonly mongo: Mongo,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'events-erase-group',
      kinds: ['GroupErased'],
      durable: true,
      handle: ({ tenant, group }) => this.erase(tenant, group),
    });
  }

  private async erase(tenant: Tenant, group: string): Promise<void> {
    // First: no further copies.
    await this.parts.deleteOfGroup(tenant, group);
    for (;;) {
      const rows = await this.events.ofGroup(tenant, group, batch);
      if (rows.length === 0) return;
      // The rows follow, so that what a crash leaves is found again.
      await this.dropFiles(tenant, group, rows);
      await this.mongo.transaction((session) => this.removal.remove(tenant, rows, '', session));
    }
  }

  /** Copies of another group, or of none, keep the files that they show. */
  private async dropFiles(tenant: Tenant, group: string, rows: readonly EventRow[]): Promise<void> {
    const roots = new Map(
      rows.flatMap(({ images, files = [], root }) => [...images, ...files].map((file) => [file, root])),
    );
    for (const [file, root] of roots) {
      if (root !== undefined && (await this.events.usesFile(tenant, root, file, group))) continue;
      await this.files.delete(tenant, file);
    }
  }
}
