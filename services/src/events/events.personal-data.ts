import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { AttendancePersonalData } from './attendance.personal-data.js';
import { EventRepository } from './storage/event.repository.js';
import type { EventRow } from './storage/event.schema.js';
import { hasOwnTimes } from './recurrence/copies.js';
import { RecurringEventRepository } from './storage/recurring-event.repository.js';
import { ShiftRepository } from './shift/shift.repository.js';
import { EventSourceRepository } from './sync/event-source.repository.js';
import { DeletedEventRepository } from './storage/deleted-event.repository.js';
import { MemberStateRepository } from './storage/member-state.repository.js';

/** Exports a member's events and calendars. Erasure leaves the events without creator and organizer (ADR 0018). */
@Injectable()
export class EventsPersonalData implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly states: MemberStateRepository,
    private readonly deleted: DeletedEventRepository,
    private readonly sources: EventSourceRepository,
    private readonly shifts: ShiftRepository,
    private readonly attendance: AttendancePersonalData,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'events', async (tenant, { _id: user }) => {
      const parts = await this.parts.ofMember(tenant, user);
      const partOf = new Map(parts.map((part) => [part._id, part]));
      const differs = (event: EventRow) => {
        const part = partOf.get(event.recurring ?? '');
        return !part || (event.own?.length ?? 0) > 0 || hasOwnTimes(part, event);
      };
      // A rule once, and of its copies those that differ.
      const events = (await this.events.ofMember(tenant, user)).filter(differs);
      const shown = [...parts.map(({ rule, ...part }) => ({ ...part, recurrence: rule })), ...events].map((event) => {
        const { _id: id, workplace, title, when, end, all_day, where, desc, organizer } = event;
        const isAsked = event.asked_organizer?.user === user && event.user !== user && organizer !== user;
        const recurrence = 'recurrence' in event && { recurrence: event.recurrence };
        const part = organizer === user ? 'organised' : isAsked ? 'asked_to_organise' : 'events';
        return { id, workplace, title, when, end, all_day, where, desc, ...recurrence, part };
      });
      const of = (part: string) => shown.filter((event) => event.part === part).map(({ part: _, ...event }) => event);
      return {
        ...{ organised: of('organised'), events: of('events'), asked_to_organise: of('asked_to_organise') },
        event_sources: (await this.sources.ofMember(tenant, user)).map(({ workplace, url, created }) => ({
          workplace,
          url,
          created,
        })),
        ...(await this.attendance.export(tenant, user)),
      };
    });
    this.extensions.provide('forget', 'events', (tenant, { _id }) => this.forget(tenant, _id));
  }

  private async forget(tenant: Tenant, user: string): Promise<void> {
    await this.events.forgetMember(tenant, user);
    await this.parts.forgetMember(tenant, user);
    await this.attendance.forget(tenant, user);
    await this.states.forget(tenant, user);
    await this.sources.forgetMember(tenant, user);
    await this.deleted.forget(tenant, user);
    await this.shifts.forget(tenant, user);
  }
}
