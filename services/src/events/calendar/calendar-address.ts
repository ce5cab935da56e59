import { Injectable } from '@nestjs/common';
import { missingAccess } from '@paddock/contract/calls/users';
import { tabsOf } from '@paddock/contract/core/deployment';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { MemberStateRepository } from '../storage/member-state.repository.js';

/** The member of a calendar address, in its workplace. */
export interface CalendarReader {
  readonly tenant: Tenant;
  readonly user: UserRow;
}

/** A member's calendar address: signed, usable again until it is revoked, and good for reading events only. */
@Injectable()
export class CalendarAddress {
  constructor(
    private readonly links: SignedLinks,
    private readonly pages: CommunityAddress,
    private readonly communities: Communities,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly states: MemberStateRepository,
  ) {}

  async read({ tenant, user }: SignedInCaller): Promise<{ address: string }> {
    const state = await this.states.of(tenant, user._id);
    return { address: this.addressOf(tenant, user._id, state?.calendar_version ?? 0) };
  }

  async revoke({ tenant, user }: SignedInCaller): Promise<{ address: string }> {
    return { address: this.addressOf(tenant, user._id, await this.states.raiseCalendarVersion(tenant, user._id)) };
  }

  /** @throws LINK_INVALID */
  async memberOf(community: string, token: string): Promise<CalendarReader> {
    const { subject, version } = this.links.read(tenantOf(community), 'calendar', token);
    const [id = '', workplace = ''] = subject.split(':');
    const tenant = tenantOf(community, workplace);
    const config = this.communities.find(community);
    const user = await this.users.byId(tenant, id);
    const isOpen = config && tabsOf(config).includes('events');
    if (!isOpen || !user || missingAccess(user, config) || !this.workplaces.includes(tenant, user))
      throw new PaddockError('LINK_INVALID');
    const state = await this.states.of(tenant, id);
    if (version !== (state?.calendar_version ?? 0)) throw new PaddockError('LINK_INVALID');
    return { tenant, user };
  }

  private addressOf(tenant: Tenant, user: string, version: number): string {
    const token = this.links.sign(tenant, 'calendar', subjectOf(user, tenant.workplace), version);
    return this.pages.page(tenant.community, `/api/calendars/${token}`);
  }
}

/** A colon separates them: neither id has one. */
const subjectOf = (user: string, workplace: string) => `${user}:${workplace}`;
