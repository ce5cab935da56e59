import { Injectable } from '@nestjs/common';
import type { renewByLink } from '@paddock/contract/calls/classifieds';
import type { CallReply } from '@paddock/contract/core/call';
import type { Caller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { dayMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { ClassifiedRepository } from './classified.repository.js';
import type { ClassifiedRow } from './classified.schema.js';
import { ClassifiedWriter } from './classified-writer.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';

const kind = 'renew_classified';
/** A link works this long after the end that its reminder named. */
const validAfterMs = 30 * dayMs;

type Renewal = CallReply<typeof renewByLink>;

/**
 * One-click renewal by the link of a reminder. Its token names one ad and the end of one term, so that it renews that term only:
 * after a renewal in any way it does nothing. Nothing is stored for it.
 */
@Injectable()
export class ClassifiedRenewal {
  constructor(
    private readonly links: SignedLinks,
    private readonly ads: ClassifiedRepository,
    private readonly writer: ClassifiedWriter,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
  ) {}

  /** The page's path, with a token for the ad's current term. */
  path(tenant: Tenant, { _id, expires }: Pick<ClassifiedRow, '_id' | 'expires'>): string {
    const token = this.links.sign(tenant, kind, `${_id}:${tenant.workplace}`, expires.getTime());
    return `/renew_classified/${token}`;
  }

  async read(caller: Caller, token: string): Promise<Renewal> {
    const { row, end } = await this.find(caller.tenant, token);
    return viewOf(row, end);
  }

  /** @throws LINK_INVALID, LINK_EXPIRED, CLASSIFIED_NOT_FOUND */
  async renew(caller: Caller, token: string): Promise<Renewal> {
    const { place, row, end } = await this.find(caller.tenant, token);
    if (row.expires.getTime() !== end) return viewOf(row, end);
    const renewed = await this.writer.beginTerm({ tenant: place, flags: caller.flags }, row);
    // Renewed by another call at the same moment, or deleted.
    return viewOf(renewed ?? (await this.find(caller.tenant, token)).row, end);
  }

  private async find(tenant: Tenant, token: string): Promise<{ place: Tenant; row: ClassifiedRow; end: number }> {
    const { subject, version: end } = this.links.read(tenant, kind, token);
    if (Date.now() > end + validAfterMs) throw new PaddockError('LINK_EXPIRED');
    const colon = subject.indexOf(':');
    const place = tenantOf(tenant.community, subject.slice(colon + 1));
    const row = await this.ads.byId(place, subject.slice(0, colon));
    if (!row) throw new PaddockError('CLASSIFIED_NOT_FOUND');
    const owner = await this.users.byId(place, row.owner);
    if (!owner || owner.banned || !this.workplaces.includes(place, owner)) throw new PaddockError('LINK_INVALID');
    return { place, row, end };
  }
}

function viewOf({ title, expires, lifetime }: ClassifiedRow, end: number): Renewal {
  return { title, expires: expires.toISOString(), lifetime, renewed: expires.getTime() !== end };
}
