import { Injectable } from '@nestjs/common';
import { wallClock } from '@paddock/contract/core/time-zones';
import { zoneOfWorkplace } from '@paddock/contract/core/workplaces';
import { languageOf } from '../../infrastructure/calls/language-of.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Days and hours by the workplace's clock. */
@Injectable()
export class DueClock {
  constructor(private readonly communities: Communities) {}

  zone({ community, workplace }: Tenant): string {
    const config = this.communities.find(community);
    return config ? zoneOfWorkplace(config, workplace) : 'UTC';
  }

  /** yyyy-mm-dd */
  day(tenant: Tenant, at: Date): string {
    return this.wall(tenant, at).toISOString().slice(0, 10);
  }

  /** 0 to 23. */
  hour(tenant: Tenant, at: Date): number {
    return this.wall(tenant, at).getUTCHours();
  }

  /** A day, yyyy-mm-dd, in a member's language. */
  text(tenant: Tenant, day: string, preferred: string | undefined): string {
    const config = this.communities.find(tenant.community);
    const language = config ? languageOf(config, preferred).replace('_', '-') : 'en';
    const format = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(language, format).format(new Date(`${day}T00:00:00Z`));
  }

  private wall(tenant: Tenant, at: Date): Date {
    return new Date(wallClock(+at, this.zone(tenant)));
  }
}
