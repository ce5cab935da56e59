import { Injectable } from '@nestjs/common';
import type { readDisplay } from '@paddock/contract/calls/rooms';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { BookingRepository } from './booking.repository.js';
import { RoomAccess } from './room-access.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';
import { dateIn, daysFrom, slotsOfDay } from './room-times.js';

/** The wall display of a room: a signed address, usable again until it is revoked, that shows today's bookings and does nothing else. */
@Injectable()
export class RoomDisplay {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly access: RoomAccess,
    private readonly users: UserRepository,
    private readonly links: SignedLinks,
  ) {}

  /** @throws ROOM_NOT_FOUND, FORBIDDEN */
  async address(caller: SignedInCaller, id: string): Promise<{ address: string }> {
    return this.addressOf(caller.tenant, await this.access.findDecided(caller, id));
  }

  /** @throws as {@link address} */
  async revoke(caller: SignedInCaller, id: string): Promise<{ address: string }> {
    await this.access.findDecided(caller, id);
    const row = await this.rooms.raiseDisplayVersion(caller.tenant, id);
    if (!row) throw new PaddockError('ROOM_NOT_FOUND');
    return this.addressOf(caller.tenant, row);
  }

  /** @throws LINK_INVALID, also for a revoked one and for a deleted room */
  async read(
    { tenant: { community } }: Caller,
    { id, display_token }: CallArguments<typeof readDisplay>,
  ): Promise<CallReply<typeof readDisplay>> {
    const { subject, version } = this.links.read(tenantOf(community), 'wall', display_token);
    const [room = '', workplace = ''] = subject.split(':');
    const tenant = tenantOf(community, workplace);
    const row = room === id ? await this.rooms.byId(tenant, id) : null;
    if (!row || version !== row.display_version) throw new PaddockError('LINK_INVALID');
    const clock = this.access.clockOf(tenant, row);
    const day = dateIn(Date.now(), clock.zone);
    const period = daysFrom(day, clock.zone);
    const booked = await this.bookings.ofRoom(tenant, id, period);
    const users = await this.users.byIds(tenant, [...new Set(booked.map(({ user }) => user))]);
    const names = new Map(users.map(({ _id, fullname }) => [_id, fullname]));
    const slots = slotsOfDay(day, clock);
    return {
      ...{ title: row.title, time_zone: clock.zone, day, check_in_minutes: row.check_in_minutes },
      bookings: booked.map(({ from, to, user }) => ({
        ...{ from: from.toISOString(), to: to.toISOString(), name: names.get(user) ?? '' },
      })),
      start: (slots[0]?.from ?? period.from).toISOString(),
      end: (slots.at(-1)?.to ?? period.to).toISOString(),
    };
  }

  /** The page below the hash: the display may be opened under any host name of the community. */
  private addressOf(tenant: Tenant, { _id, display_version }: RoomRow): { address: string } {
    // A colon separates them: neither id has one.
    const token = this.links.sign(tenant, 'wall', `${_id}:${tenant.workplace}`, display_version);
    return { address: `/display/${_id}/${token}` };
  }
}
