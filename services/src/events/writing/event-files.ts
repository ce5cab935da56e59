import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { FilesService } from '../../community/files/files.service.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventFields } from '../storage/event-rows.js';
import type { EventRow } from '../storage/event.schema.js';
import { changedFields } from '../recurrence/copies.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';

/** Images and files of events, which the copies of a recurring event share. */
@Injectable()
export class EventFiles {
  constructor(
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly files: FilesService,
  ) {}

  /** A copy's own files that all copies show from now on must not end with the copy. */
  async share(
    tenant: Tenant,
    row: EventRow,
    { owner, after }: { owner: string; after: EventFields },
    session: ClientSession,
  ): Promise<void> {
    const { _id: id } = row;
    if (owner === id) return;
    const taken = changedFields(row, after).flatMap((name) =>
      name === 'images' || name === 'files' ? after[name] : [],
    );
    await this.files.reattach(tenant, taken, { kind: 'event', id }, { kind: 'event', id: owner }, { session });
  }

  /** Deletes files unless copies of the same recurring event show them, or will do so. */
  async drop(tenant: Tenant, { root }: EventRow, files: readonly string[]): Promise<void> {
    for (const file of files) {
      if (root !== undefined && (await this.events.usesFile(tenant, root, file))) continue;
      if (root !== undefined && (await this.parts.usesFile(tenant, root, file))) continue;
      await this.files.delete(tenant, file);
    }
  }
}
