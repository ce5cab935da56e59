import { Injectable } from '@nestjs/common';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { calendarLimits } from '../../infrastructure/rate-limits/limits.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { tenantKey } from '../../infrastructure/tenancy/tenant.js';
import { CalendarAddress, type CalendarReader } from './calendar-address.js';
import { CalendarFeed } from './calendar-feed.js';

/** Gives calendar programs their files, within limits: no session and no call bounds what they ask for. */
@Injectable()
export class CalendarFiles {
  /** The file that is being made for a member, by {@link tenantKey}. */
  private readonly running = new Map<string, Promise<string>>();

  constructor(
    private readonly address: CalendarAddress,
    private readonly feed: CalendarFeed,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The calendar file of a token. Requests at the same time share one.
   *
   * @param from the address that asks, as limits count it
   * @throws LINK_INVALID for an altered or revoked token, and one of a member who may no longer read the events; TOO_MANY_REQUESTS
   */
  async file(community: string, token: string, from: string): Promise<string> {
    await this.limits.take('calendars.address', calendarLimits.address, community, from);
    const giveBack = () => this.limits.giveBack('calendars.address', calendarLimits.address, community, from);
    const reader = await this.address.memberOf(community, token).catch(async (error: unknown) => {
      // A failure of the database shows nothing about the token.
      if (!(error instanceof PaddockError && error.code === 'LINK_INVALID')) await giveBack();
      throw error;
    });
    // Services for calendars read those of many members from one address; each member has a limit.
    await giveBack();
    await this.limits.take('calendars.member', calendarLimits.member, community, reader.user._id);
    const key = tenantKey(reader.tenant, reader.user._id);
    return this.running.get(key) ?? this.start(key, reader);
  }

  private start(key: string, reader: CalendarReader): Promise<string> {
    const file = this.feed.file(reader).finally(() => this.running.delete(key));
    this.running.set(key, file);
    return file;
  }
}
