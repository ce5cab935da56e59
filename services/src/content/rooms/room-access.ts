import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import { tabsOf } from '@paddock/contract/core/deployment';
import { hasAccess } from '@paddock/contract/core/limited-access';
import { zoneOfWorkplace } from '@paddock/contract/core/workplaces';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { isBlockBetween, type UserRow } from '../../community/users/user.schema.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';
import type { RoomClock } from './room-times.js';

/** The member who looks at rooms. */
export interface RoomViewer {
  readonly tenant: Tenant;
  readonly user: UserRow;
}

/** Which rooms a member decides on: all for workplace admins, else those of the groups that they own. */
export type Decides = (room: Pick<RoomRow, 'group'>) => boolean;

/** The rights to see rooms, to decide on bookings, and to see the members who booked. */
@Injectable()
export class RoomAccess {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly visibility: UserVisibility,
    private readonly workplaces: Workplaces,
    private readonly communities: Communities,
  ) {}

  /** Whether the member may use the rooms: `rooms_tab.limited_access`, which admins pass. */
  mayEnter({ tenant, user }: RoomViewer): boolean {
    const config = this.communities.find(tenant.community);
    if (!config || !tabsOf(config).includes('rooms')) return false;
    return isWorkplaceAdmin(user, tenant.workplace) || hasAccess(user, config.flags);
  }

  /** @throws FORBIDDEN */
  checkEntry(viewer: RoomViewer): void {
    if (!this.mayEnter(viewer)) throw new PaddockError('FORBIDDEN');
  }

  /** @throws FORBIDDEN; ROOM_NOT_FOUND, also for a room of another workplace */
  async find(viewer: RoomViewer, id: string, options: InSession = {}): Promise<RoomRow> {
    this.checkEntry(viewer);
    const row = await this.rooms.byId(viewer.tenant, id, options);
    if (!row) throw new PaddockError('ROOM_NOT_FOUND');
    return row;
  }

  /** @throws as {@link find}; FORBIDDEN unless the member decides on the room's bookings */
  async findDecided(viewer: RoomViewer, id: string): Promise<RoomRow> {
    const row = await this.find(viewer, id);
    if (!(await this.decides(viewer))(row)) throw new PaddockError('FORBIDDEN');
    return row;
  }

  async decides({ tenant, user }: RoomViewer): Promise<Decides> {
    if (isWorkplaceAdmin(user, tenant.workplace)) return () => true;
    const owned = await this.ownedGroups({ tenant, user });
    return ({ group }) => group !== undefined && owned.has(group);
  }

  async ownedGroups({ tenant, user }: RoomViewer): Promise<Set<string>> {
    const memberships = await this.memberships.ofUser(tenant, user._id);
    return new Set(memberships.flatMap(({ group, role }) => (role === 'owner' ? [group] : [])));
  }

  /** The owners of the room's group who can act; where there is none, the workplace's admins, else the super admins. */
  async deciders(tenant: Tenant, { group }: Pick<RoomRow, 'group'>): Promise<UserRow[]> {
    const config = this.communities.find(tenant.community);
    if (!config) return [];
    const canAct = (user: UserRow) =>
      this.workplaces.includes(tenant, user) &&
      missingAccess(user, config) === undefined &&
      this.mayEnter({ tenant, user });
    const owners = group === undefined ? [] : (await this.memberships.owners(tenant, group)).map(({ user }) => user);
    const acting = (await this.users.byIds(tenant, owners)).filter(canAct);
    if (acting.length > 0) return acting;
    const admins = (await this.users.admins(tenant, [tenant.workplace])).filter(canAct);
    return admins.length > 0 ? admins : (await this.users.admins(tenant, 'community')).filter(canAct);
  }

  /** For those who decide: all of some members. */
  async everyBooker(tenant: Tenant, ids: readonly string[]): Promise<Map<string, UserRow>> {
    const rows = await this.users.byIds(tenant, [...new Set(ids)]);
    return new Map(rows.map((row) => [row._id, row]));
  }

  /** Those of some members whom the viewer may know to have booked a room. */
  async knownBookers({ tenant, user }: RoomViewer, ids: readonly string[]): Promise<Map<string, UserRow>> {
    const rows = await this.users.byIds(tenant, [...new Set(ids)]);
    const flags = this.communities.find(tenant.community)?.flags;
    const isAdmin = isWorkplaceAdmin(user, tenant.workplace);
    const among = flags && (await this.visibility.among({ tenant, user, flags }));
    const visible = among && new Set(among);
    const isKnown = (row: UserRow) =>
      row._id === user._id ||
      (this.workplaces.includes(tenant, row) &&
        (isAdmin || (!isBlockBetween(row, user) && row.banned !== true && (visible?.has(row._id) ?? true))));
    return new Map(rows.filter(isKnown).map((row) => [row._id, row]));
  }

  /** The room's own zone, else the workplace's, else the deployment's. */
  clockOf(tenant: Tenant, { time_zone }: Pick<RoomRow, 'time_zone'>): RoomClock {
    const config = this.communities.find(tenant.community);
    const zone = time_zone ?? (config ? zoneOfWorkplace(config, tenant.workplace) : 'UTC');
    const start_hour = config?.flags.rooms_tab.start_hour ?? 0;
    const end_hour = config?.flags.rooms_tab.end_hour ?? 24;
    return { zone, hours: { start_hour, end_hour } };
  }
}
