import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WorkplaceWindows } from '../../community/realtime/workplace-windows.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';

/**
 * Notifies the windows of a workplace that its links changed, and those of a member that the member's plan did. The message names
 * no link, since not every member may open each.
 */
@Injectable()
export class LinkBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly windows: WorkplaceWindows,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'links-realtime',
      kinds: ['LinksChanged'],
      handle: ({ tenant }) => this.windows.send(tenant, 'updating_links', { workplace: tenant.workplace }),
    });
    this.outbox.subscribe({
      name: 'links-of-plans',
      kinds: ['PlanChanged'],
      handle: ({ tenant, user }) => this.realtime.emitTo(tenant, { user }, 'updating_links', {}),
    });
  }
}
