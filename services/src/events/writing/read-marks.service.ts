import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { markEventsRead } from '@paddock/contract/calls/event-marks';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { readUntil } from '../../community/read-states/read-until.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { EventAccess } from '../reading/event-access.js';
import { MemberStateRepository, type MemberStateRow } from '../storage/member-state.repository.js';

/** Unread events that are counted; badges show ':D' long before. */
const maxNew = 200;

/** Which events a member has read. */
@Injectable()
export class ReadMarksService implements OnModuleInit {
  constructor(
    private readonly events: EventRepository,
    private readonly states: MemberStateRepository,
    private readonly access: EventAccess,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('badge', 'events', async (tenant, user) => (await this.unread(tenant, user)).length);
  }

  /** Marks the events between two instants as read. */
  async markRead({ tenant, user }: SignedInCaller, { before, after }: CallArguments<typeof markEventsRead>) {
    const [from, to] = [new Date(after), new Date(before)];
    if (to < from) throw new PaddockError('INVALID_END_DATE');
    const unread = await this.unread(tenant, user);
    const seen = unread.filter(({ when, until }) => when <= to && until >= from);
    const left = unread.length - seen.length;
    if (seen.length > 0) {
      const ids = seen.map(({ _id }) => _id);
      const state = await this.states.markRead(tenant, user._id, ids);
      // Behind a full list there may be more, which the time of the newest read one would cover.
      if (left === 0 && unread.length < maxNew) await this.shorten(tenant, state);
    }
    return { event_new_receipts: left };
  }

  async markAllRead({ tenant, user }: SignedInCaller) {
    await this.states.markAllRead(tenant, user._id, new Date());
    return { event_new_receipts: (await this.unread(tenant, user)).length };
  }

  /** Everything is read: replaces the ids by the time of the newest event read. */
  private async shorten(tenant: Tenant, state: MemberStateRow): Promise<void> {
    const newest = await this.events.newestCreated(tenant, state.read);
    if (newest) await this.states.shorten(tenant, state, newest);
  }

  /** The member's new events, the oldest first. */
  private async unread(tenant: Tenant, user: UserRow): Promise<EventRow[]> {
    const [state, groups] = await Promise.all([
      this.states.of(tenant, user._id),
      this.access.readableGroups(tenant, user),
    ]);
    const after = readUntil(user, state?.read_until);
    const query = { user: user._id, groups, after, read: state?.read ?? [], now: new Date(), limit: maxNew };
    // Events of a group that is gone are unreadable before they are deleted.
    return (await this.access.readable({ tenant, user }, await this.events.unread(tenant, query))).rows;
  }
}
