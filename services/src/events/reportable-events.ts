import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { Reportable, ReportableContent } from '../community/extension-points/reportable.js';
import type { UserRow } from '../community/users/user.schema.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { EventRepository } from './storage/event.repository.js';
import type { EventRow } from './storage/event.schema.js';
import { EventAccess } from './reading/event-access.js';
import { EventDeletion } from './writing/event-deletion.js';

/** Events that members can report. */
@Injectable()
export class ReportableEvents implements Reportable, OnModuleInit {
  readonly kind = 'event';

  constructor(
    private readonly events: EventRepository,
    private readonly access: EventAccess,
    private readonly deletion: EventDeletion,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('reportable', 'events', this);
  }

  async find(caller: SignedInCaller, id: string): Promise<ReportableContent> {
    const row = await this.access.find(caller, id);
    if ([row.user, row.organizer].includes(caller.user._id)) throw new PaddockError('FORBIDDEN');
    return contentOf(row);
  }

  async now(tenant: Tenant, id: string): Promise<ReportableContent | undefined> {
    const row = await this.events.byId(tenant, id);
    return row ? contentOf(row) : undefined;
  }

  async checkRemoval(tenant: Tenant, user: UserRow, id: string): Promise<void> {
    if (await this.events.byId(tenant, id)) await this.access.findManaged({ tenant, user }, id);
  }

  async remove(tenant: Tenant, admin: string, id: string): Promise<void> {
    const row = await this.events.byId(tenant, id);
    if (!row) return;
    await this.deletion.remove(tenant, row, admin).catch((error: unknown) => {
      // The decision runs again after a failure: then the event is gone.
      if (!(error instanceof PaddockError && error.code === 'EVENT_NOT_FOUND')) throw error;
    });
  }
}

function contentOf({ user, organizer, title, desc, images, files, created }: EventRow): ReportableContent {
  return { author: user ?? organizer, organizer, title, text: desc, images, files: files ?? [], created };
}
