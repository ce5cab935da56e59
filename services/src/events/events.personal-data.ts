import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { EventRepository } from './event.repository.js';

/** Exports the events that a member organises. Erasure leaves the events without an organiser (ADR 0018). */
@Injectable()
export class EventsPersonalData implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'events', async (tenant, { _id }) => ({
      organised: (await this.events.organisedBy(tenant, _id)).map(
        ({ _id: id, workplace, title, when, end, where, desc }) => ({ id, workplace, title, when, end, where, desc }),
      ),
    }));
    this.extensions.provide('forget', 'events', (tenant, { _id }) => this.events.forgetOrganizer(tenant, _id));
  }
}
