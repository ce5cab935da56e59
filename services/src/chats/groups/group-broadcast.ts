import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { type Audience, Realtime } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Changes of a group within this time make one event: 200 added members are 200 domain events. */
const gatherMs = 150;

/** Informs the windows of a group's members of a change. `RoomKeeper` informs a member who joins or leaves. */
@Injectable()
export class GroupBroadcast implements OnModuleInit, BeforeApplicationShutdown {
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly memberships: MembershipRepository,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'groups-realtime',
      kinds: ['MembershipChanged', 'GroupRequested'],
      handle: (event) => this.follow(event),
    });
  }

  beforeApplicationShutdown() {
    for (const timer of this.waiting.values()) clearTimeout(timer);
  }

  private async follow(event: Delivered<'MembershipChanged' | 'GroupRequested'>): Promise<void> {
    const { tenant, group, user } = event;
    if (event.kind === 'GroupRequested') {
      const owners = await this.memberships.owners(tenant, group);
      for (const owner of owners) this.emit(tenant, { user: owner.user }, group);
      return;
    }
    // The member of a refused request is not in the group's room.
    if (user) this.emit(tenant, { user }, group);
    if (this.waiting.has(group)) return;
    const send = () => {
      this.waiting.delete(group);
      this.emit(tenant, { conversation: group }, group);
    };
    this.waiting.set(group, setTimeout(send, gatherMs).unref());
  }

  private emit(tenant: Tenant, to: Audience, group: string): void {
    this.realtime.emitTo(tenant, to, 'updating_group', { workplace: tenant.workplace, conversation: group });
  }
}
