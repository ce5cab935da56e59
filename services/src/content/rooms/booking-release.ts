import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayMs, minuteMs } from '@paddock/contract/core/durations';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { BookingEnding } from './booking-ending.js';
import { BookingRepository } from './booking.repository.js';
import { lockOf } from './room-locks.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';

const everyMs = 30_000;

/** Releases the slots of bookings without check-in, `check_in_minutes` of the room after their start. */
@Injectable()
export class BookingRelease implements OnModuleInit {
  /** Runs it for all communities. */
  release: (now?: Date) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly ending: BookingEnding,
    private readonly mutex: KeyedMutex,
    private readonly jobs: CommunityJobs,
  ) {}

  onModuleInit() {
    this.release = this.jobs.add({
      name: 'rooms.release_bookings',
      everyMs,
      failure: 'bookings without a check-in could not be released',
      run: async (tenant, now) => {
        for (const place of await this.rooms.workplaces(tenant))
          for (const room of await this.rooms.withCheckIn(place)) await this.releaseOf(place, room, now);
      },
    });
  }

  private async releaseOf(tenant: Tenant, room: RoomRow, now: Date): Promise<void> {
    const from = new Date(Math.max(+now - dayMs, +(room.check_in_since ?? 0)));
    const to = new Date(+now - room.check_in_minutes * minuteMs);
    for (const { _id } of await this.bookings.unattended(tenant, room._id, { from, to }, now))
      await this.mutex.transaction(lockOf(room._id), async (session) => {
        // Checked in or moved meanwhile.
        const row = await this.bookings.byId(tenant, _id, { session });
        if (row?.state !== 'confirmed' || row.checked_in || row.from > to) return;
        await this.ending.end(tenant, [row], { end: 'released', actor: '', session });
      });
  }
}
