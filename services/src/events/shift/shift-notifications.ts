import { Injectable, type OnModuleInit } from '@nestjs/common';
import { undoShiftWithinMs } from '@paddock/contract/calls/event-shift';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { EventAccess } from '../reading/event-access.js';
import { ShiftRepository } from './shift.repository.js';

type Shifted = Delivered<'TimetableShifted'>;

/**
 * One notification and one mail for each member whom the moved sessions are for, however many moved. An undo takes the
 * notifications back; mails wait until it is no longer possible.
 */
@Injectable()
export class ShiftNotifications implements OnModuleInit {
  /** The moved events, read once for all recipients of a delivery. */
  private readonly read = new WeakMap<Shifted, Promise<EventRow[]>>();

  constructor(
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
    private readonly shifts: ShiftRepository,
    private readonly events: EventRepository,
    private readonly access: EventAccess,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  onModuleInit() {
    this.notifications.register<'TimetableShifted'>({
      name: 'timetable_shifted',
      events: ['TimetableShifted'],
      notification: { type: 'pn_event' },
      mail: { type: 'mailing_important', words: 'timetable_shifted', afterMs: undoShiftWithinMs },
      subject: ({ shift }) => shift,
      isWithdrawn: async ({ tenant, shift }) => (await this.shifts.byId(tenant, shift))?.undone !== undefined,
      // Not by the actor's blocks: a member who blocked the admin must not miss the session.
      recipients: async (event) => {
        const ids = await this.audience(event.tenant, await this.movedBy(event));
        return ids.filter((id) => id !== event.actor);
      },
      contentFor: async (event, recipient) => {
        const { tenant } = event;
        const shift = await this.shifts.byId(tenant, event.shift);
        if (!shift || shift.undone) return undefined;
        const { rows } = await this.access.readable({ tenant, user: recipient }, await this.movedBy(event));
        const first = rows.find(({ until }) => until > new Date());
        if (!first) return undefined;
        const minutes = `${shift.minutes < 0 ? '−' : '+'}${Math.abs(shift.minutes)}`;
        return { facts: { title: first.title, minutes }, address: `/main/events/${first._id}` };
      },
    });
    this.outbox.subscribe({
      name: 'events-shift-undone',
      kinds: ['TimetableShiftUndone'],
      durable: true,
      handle: ({ tenant, shift }) => this.notifications.withdraw(tenant, ['timetable_shifted'], shift),
    });
  }

  /** Ids of the members whom at least one of the events is for. */
  private async audience(tenant: Tenant, rows: readonly EventRow[]): Promise<string[]> {
    const open = rows.filter((row) => !row.invitation_only);
    const invited = rows
      .filter((row) => row.invitation_only)
      .flatMap((row) => [...row.invited, row.organizer ?? [], row.user ?? []]);
    const groups = [...new Set(open.flatMap(({ group }) => group ?? []))];
    const isForAll = open.some(({ group }) => group === undefined);
    const members = isForAll ? await this.users.idsOf(tenant) : await this.memberships.usersOf(tenant, groups);
    return [...members, ...invited.flat()];
  }

  private movedBy(event: Shifted): Promise<EventRow[]> {
    const known = this.read.get(event) ?? this.load(event);
    this.read.set(event, known);
    return known;
  }

  private async load({ tenant, shift }: Shifted): Promise<EventRow[]> {
    const sessions = (await this.shifts.byId(tenant, shift))?.sessions ?? [];
    return this.events.byIds(
      tenant,
      sessions.map(({ event }) => event),
    );
  }
}
