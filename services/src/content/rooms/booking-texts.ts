import { Injectable } from '@nestjs/common';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { RoomAccess } from './room-access.js';
import type { RoomRow } from './room.schema.js';

/** Times of bookings as mails and notifications name them: by the room's clock, in the reader's language. */
@Injectable()
export class BookingTexts {
  constructor(
    private readonly access: RoomAccess,
    private readonly communities: Communities,
  ) {}

  timeOf(tenant: Tenant, at: Date, room: Pick<RoomRow, 'time_zone'>, preferred: string | undefined): string {
    const config = this.communities.find(tenant.community);
    if (!config) return at.toISOString();
    const language = languageOf(config, preferred).replace('_', '-');
    const hourCycle = config.flags.time_format === '24h' ? 'h23' : 'h12';
    return new Intl.DateTimeFormat(language, {
      ...{ weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
      ...{ hourCycle, timeZone: this.access.clockOf(tenant, room).zone },
    }).format(at);
  }
}
