import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WorkplaceWindows } from '../community/realtime/workplace-windows.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';

/** Notifies the windows of a workplace that its home page changed. */
@Injectable()
export class HomeBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly windows: WorkplaceWindows,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'home-realtime',
      kinds: ['HomeChanged'],
      handle: ({ tenant }) => this.windows.send(tenant, 'updating_home', { workplace: tenant.workplace }),
    });
  }
}
