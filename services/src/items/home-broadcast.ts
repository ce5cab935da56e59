import { Injectable, type OnModuleInit } from '@nestjs/common';
import { everybodyId } from '../community/conversations/conversation-ids.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { Realtime } from '../infrastructure/realtime/realtime.js';

/** Tells the windows of a workplace that its home page changed. */
@Injectable()
export class HomeBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'home-realtime',
      kinds: ['HomeChanged'],
      handle: ({ tenant }) =>
        this.realtime.emitTo(tenant, { conversation: everybodyId(tenant) }, 'updating_home', {
          workplace: tenant.workplace,
        }),
    });
  }
}
