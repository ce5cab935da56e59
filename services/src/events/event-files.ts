import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversations } from '../community/conversations/conversations.js';
import { FilesService } from '../community/files/files.service.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../community/users/user.schema.js';
import { EventRepository } from './event.repository.js';

/** Pictures of events: members who can see the event can read them. */
@Injectable()
export class EventFiles implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly conversations: Conversations,
    private readonly files: FilesService,
  ) {}

  onModuleInit() {
    this.files.attachedTo('event', (...question) => this.canRead(...question));
  }

  private async canRead(tenant: Tenant, viewer: UserRow, id: string): Promise<boolean> {
    const row = await this.events.byId(tenant, id);
    return row?.group === undefined ? row !== null : this.conversations.canRead(tenant, viewer, row.group);
  }
}
