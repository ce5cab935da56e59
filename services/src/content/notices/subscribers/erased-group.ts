import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { SponsorWriter } from '../sponsor-writer.js';
import { SponsorRepository } from '../sponsor.repository.js';

/** A group that was deleted a while ago takes its notices with it. */
@Injectable()
export class ErasedGroup implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly sponsors: SponsorRepository,
    private readonly writer: SponsorWriter,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'sponsors-erased-group',
      kinds: ['GroupErased'],
      durable: true,
      handle: async ({ tenant, group }) => {
        for (const row of await this.sponsors.ofGroup(tenant, group)) await this.writer.remove(tenant, row, '');
      },
    });
  }
}
