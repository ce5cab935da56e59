import { Injectable, type OnModuleInit } from '@nestjs/common';
import { missingAccess } from '@paddock/contract/calls/users';
import { placesOf, type MemberPlaces } from '@paddock/contract/core/workplaces';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserRepository } from '../community/users/user.repository.js';
import { Workplaces } from '../community/workplaces/workplaces.js';
import type { Delivered } from '../infrastructure/outbox/domain-events.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { Realtime } from '../infrastructure/realtime/realtime.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../infrastructure/tenancy/tenant.js';

/**
 * Notifies windows of changed members by id: each reads again what shows the member, as far as it may. Windows that may not see the
 * member get nothing. A block concerns its two members only.
 */
@Injectable()
export class ProfileBroadcast implements OnModuleInit {
  constructor(
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly workplaces: Workplaces,
    private readonly communities: Communities,
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'people-realtime',
      kinds: ['ProfileChanged', 'RoleChanged', 'MemberBlocked', 'MemberBanned', 'MemberLeaving'],
      handle: async (event) => {
        const { tenant, user } = event;
        if (event.kind === 'MemberLeaving') return this.announceEnd(event);
        if (event.kind !== 'MemberBlocked') return this.announce(event);
        this.realtime.emitTo(tenant, { user }, 'updating_user', { id: event.other });
        this.realtime.emitTo(tenant, { user: event.other }, 'updating_user', { id: user });
      },
    });
  }

  /** Others see no member without access, except on pages from before a ban. */
  private async announce({ kind, tenant, user: id }: Delivered<'ProfileChanged' | 'RoleChanged' | 'MemberBanned'>) {
    const config = this.communities.find(tenant.community);
    const member = await this.users.byId(tenant, id);
    if (!config || !member) return;
    const missing = missingAccess(member, config);
    if (missing && !(kind === 'MemberBanned' && missing === 'ACCESS_FORBIDDEN'))
      return this.realtime.emitTo(tenant, { user: id }, 'updating_user', { id });
    return this.announceIn(tenant, id, member);
  }

  private async announceEnd({ tenant, user: id, places }: Delivered<'MemberLeaving'>): Promise<void> {
    if (!places) return;
    if (!places.banned) return this.announceIn(tenant, id, places);
    // Only super admins see banned members (ADR 0007).
    for (const { _id } of await this.users.admins(tenant, 'community'))
      this.realtime.emitTo(tenant, { user: _id }, 'updating_user', { id });
  }

  /** In the places of a member, whose record may be deleted; the memberships are erased later. */
  private async announceIn(tenant: Tenant, id: string, member: MemberPlaces): Promise<void> {
    const config = this.communities.find(tenant.community);
    if (!config) return;
    for (const workplace of placesOf(config)) {
      const at = tenantOf(tenant.community, workplace);
      if (!this.workplaces.includes(at, member)) continue;
      if (!config.flags.can_only_view_users_in_my_groups) {
        this.realtime.emitTo(at, 'workplace', 'updating_user', { id });
        continue;
      }
      const viewers = await this.viewers(at, id);
      this.realtime.emitToEach(at, 'workplace', 'updating_user', (viewer) =>
        viewers.has(viewer) ? { id } : undefined,
      );
    }
  }

  /** Those who see a member where members see those of their groups only. */
  private async viewers(at: Tenant, id: string): Promise<Set<string>> {
    const groups = (await this.memberships.ofUser(at, id)).map(({ group }) => group);
    const [members, admins, supers] = await Promise.all([
      this.memberships.usersOf(at, groups),
      this.users.admins(at, [at.workplace]),
      this.users.admins(at, 'community'),
    ]);
    return new Set([id, ...members, ...[...admins, ...supers].map((admin) => admin._id)]);
  }
}
