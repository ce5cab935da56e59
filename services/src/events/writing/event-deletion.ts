import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { deleteEvent } from '@paddock/contract/calls/events';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { EventRow } from '../storage/event.schema.js';
import { EventAccess } from '../reading/event-access.js';
import { CopiesChange } from '../recurrence/copies-change.js';
import { EventFiles } from './event-files.js';
import { EventRemoval } from './event-removal.js';

/** Deletes events by call, with their files. */
@Injectable()
export class EventDeletion {
  constructor(
    private readonly access: EventAccess,
    private readonly removal: EventRemoval,
    private readonly copies: CopiesChange,
    private readonly files: EventFiles,
    private readonly mutex: KeyedMutex,
  ) {}

  /** @throws EVENT_NOT_FOUND, EVENT_SYNCED, FORBIDDEN, and EVENT_PAST without copies to delete */
  async delete(
    caller: SignedInCaller,
    { id, scope }: Pick<CallArguments<typeof deleteEvent>, 'id' | 'scope'>,
  ): Promise<{ ok: true }> {
    const { tenant, user } = caller;
    const row = await this.access.findManaged(caller, id);
    if (row.recurring === undefined || scope === 'one') {
      await this.remove(tenant, row, user._id);
      return { ok: true };
    }
    const removed = await this.mutex.transaction(row.root ?? id, (session) =>
      this.copies.delete(caller, { id, scope }, session),
    );
    const files = new Set(removed.flatMap(({ images, files: other = [] }) => [...images, ...other]));
    await this.files.drop(tenant, row, [...files]);
    return { ok: true };
  }

  /** Deletes an event that {@link EventAccess.findManaged} has allowed to delete. @throws EVENT_NOT_FOUND */
  async remove(tenant: Tenant, row: EventRow, actor: string): Promise<void> {
    await this.mutex.transaction(row._id, (session) => this.removal.remove(tenant, row, actor, session));
    await this.files.drop(tenant, row, [...row.images, ...(row.files ?? [])]);
  }
}
