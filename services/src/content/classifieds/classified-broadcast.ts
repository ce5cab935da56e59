import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { WorkplaceWindows } from '../../community/realtime/workplace-windows.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { GatheredMessages } from '../../infrastructure/realtime/gathered-messages.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Changes within this time cause one message. */
const gatherMs = 500;

/** Notifies the windows of a workplace that ads have changed. The message names no ad, since not every member sees each. */
@Injectable()
export class ClassifiedBroadcast implements OnModuleInit, BeforeApplicationShutdown {
  private readonly gathered = new GatheredMessages(gatherMs);

  constructor(
    private readonly outbox: Outbox,
    private readonly windows: WorkplaceWindows,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'classifieds-realtime',
      kinds: ['ClassifiedPosted', 'ClassifiedUpdated', 'ClassifiedDeleted'],
      handle: ({ tenant }) => this.send(tenant),
    });
  }

  beforeApplicationShutdown() {
    return this.gathered.stop();
  }

  send(tenant: Tenant): void {
    const { community, workplace } = tenant;
    this.gathered.add(JSON.stringify([community, workplace]), () =>
      this.windows.send(tenant, 'updating_classifieds', { workplace }),
    );
  }
}
