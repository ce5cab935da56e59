import { Injectable, type OnModuleInit } from '@nestjs/common';
import { belongsTo } from '@paddock/contract/core/workplaces';
import { UserRepository } from '../../community/users/user.repository.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { BookingEnding } from './booking-ending.js';
import { BookingRepository } from './booking.repository.js';
import { groupBy } from '../../infrastructure/group-by.js';
import { lockOf } from './room-locks.js';
import { isActive } from './room-views.js';

/** Ends the bookings to come of a member who was banned, was refused access or left the workplace: the rooms are free for the others. */
@Injectable()
export class DepartedMembers implements OnModuleInit {
  constructor(
    private readonly bookings: BookingRepository,
    private readonly ending: BookingEnding,
    private readonly users: UserRepository,
    private readonly communities: Communities,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'rooms-departed-member',
      kinds: ['MemberChanged'],
      durable: true,
      handle: ({ tenant, user }) => this.release(tenantOf(tenant.community), user),
    });
  }

  private async release(tenant: Tenant, id: string): Promise<void> {
    const config = this.communities.find(tenant.community);
    const user = await this.users.byId(tenant, id);
    if (!config || !user) return;
    const isOut = user.banned || user.denied;
    const now = new Date();
    for (const { place, rows } of await this.bookings.ofMember(tenant, id)) {
      // A community that turns its workplaces off moves its members, who keep what they booked.
      if (!isOut && (!config.flags.workplaces_enabled || belongsTo(user, place.workplace, config))) continue;
      const open = rows.filter((row) => isActive(row) && row.to > now);
      for (const [room, ofRoom] of groupBy(open, (row) => row.room))
        await this.mutex.transaction(lockOf(room), async (session) => {
          await this.ending.end(place, ofRoom, { end: 'left', actor: '', session });
        });
    }
  }
}
