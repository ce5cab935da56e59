import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { everybodyId } from '../../community/conversations/conversation-ids.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Changes within this time cause one message. */
const gatherMs = 500;

/** Tells the windows of a workplace that ads have changed. The message names no ad, since not every member sees each. */
@Injectable()
export class ClassifiedBroadcast implements OnModuleInit, BeforeApplicationShutdown {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'classifieds-realtime',
      kinds: ['ClassifiedPosted', 'ClassifiedUpdated', 'ClassifiedDeleted'],
      handle: ({ tenant }) => this.send(tenant),
    });
  }

  beforeApplicationShutdown() {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  send(tenant: Tenant): void {
    const { community, workplace } = tenant;
    const key = JSON.stringify([community, workplace]);
    if (this.timers.has(key)) return;
    const emit = () => {
      this.timers.delete(key);
      const everybody = { conversation: everybodyId(tenant) };
      this.realtime.emitToEach(tenant, everybody, 'updating_classifieds', () => ({ workplace }));
    };
    this.timers.set(key, setTimeout(emit, gatherMs));
  }
}
