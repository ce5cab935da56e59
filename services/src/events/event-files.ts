import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversations } from '../community/conversations/conversations.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { FilesService } from '../community/files/files.service.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../community/users/user.schema.js';
import { EventRepository } from './event.repository.js';

/** Pictures of events: seen by whoever may see the event. */
@Injectable()
export class EventFiles implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly conversations: Conversations,
    private readonly files: FilesService,
  ) {}

  onModuleInit() {
    this.files.attachedTo('event', (...question) => this.mayRead(...question));
  }

  private async mayRead(tenant: Tenant, viewer: UserRow, id: string): Promise<boolean> {
    const row = await this.events.byId(tenant, id);
    if (row?.group === undefined) return row !== null;
    try {
      await this.conversations.findById(tenant, viewer, row.group);
      return true;
    } catch (error) {
      if (error instanceof PaddockError && error.status < 500) return false;
      throw error;
    }
  }
}
