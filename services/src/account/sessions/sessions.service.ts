import { Injectable } from '@nestjs/common';
import type { readSelf } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import type { DeviceSession, endSession } from '@paddock/contract/calls/sessions';
import { isWorkplaceAdmin, missingAccess, type Self } from '@paddock/contract/calls/users';
import { tabEntriesOf } from '@paddock/contract/core/deployment';
import { keyOfTab } from '@paddock/contract/core/tabs';
import { BadgesService } from '../../community/badges/badges.service.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { publicIdOf } from '../../community/sessions/session.schema.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { OwnRecord } from './own-record.js';
import { SignedTokens } from './signed-tokens.js';

/** A signed-in member's sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionService,
    private readonly own: OwnRecord,
    private readonly signed: SignedTokens,
    private readonly badges: BadgesService,
  ) {}

  async logout({ tenant, session }: SignedInCaller) {
    await this.sessions.end(tenant, session);
    return { ok: true as const };
  }

  /** @throws SUBSCRIPTION_REQUIRED with `verify_subscription`, for members without the plan that the deployment requires. */
  async readSelf(
    caller: SignedInCaller,
    { verify_subscription: verify }: CallArguments<typeof readSelf>,
  ): Promise<Self> {
    const { tenant, user, config } = caller;
    if (verify && missingAccess(user, config) === 'SUBSCRIPTION_REQUIRED')
      throw new PaddockError('SUBSCRIPTION_REQUIRED');
    const record = await this.own.of(tenant, user);
    return missingAccess(user, config) ? record : { ...record, ...(await this.receipts(caller)) };
  }

  /** The member's badges under the names of the specification (A §3). */
  private async receipts(caller: SignedInCaller): Promise<Partial<Self>> {
    const { home: _, ...all } = await this.badges.read(caller);
    const { events, classifieds, files, ...counts } = all;
    const own = caller.flags.sponsors_tab.namespace;
    const notices = tabEntriesOf(caller.config).filter(({ id }) => id === 'notices');
    const namespaces = notices.map((tab) => [tab.namespace ?? own, counts[keyOfTab(tab)] ?? 0] as const);
    return {
      badge: Object.values(all).reduce((sum: number, count) => sum + (count ?? 0), 0),
      ...(events !== undefined && { event_new_receipts: events }),
      ...(classifieds !== undefined && { classified_new_receipts: classifieds }),
      ...(files !== undefined && { file_new_receipts: files }),
      ...(namespaces.length > 0 && { sponsor_new_receipts: Object.fromEntries(namespaces) }),
    };
  }

  async list({ tenant, user, session }: SignedInCaller): Promise<{ sessions: DeviceSession[] }> {
    const rows = await this.sessions.list(tenant, user._id);
    const sessions = rows.map((row) => ({
      id: publicIdOf(row),
      current: row._id === session._id,
      created: row.created.toISOString(),
      last_used: row.last_used.toISOString(),
      device: row.device ?? '',
    }));
    return { sessions };
  }

  /** @throws NOT_FOUND for an unknown id and for another member's session alike. */
  async end({ tenant, user }: SignedInCaller, { id }: CallArguments<typeof endSession>) {
    const rows = await this.sessions.list(tenant, user._id);
    const ended = rows.find((row) => publicIdOf(row) === id);
    if (!ended) throw new PaddockError('NOT_FOUND');
    await this.sessions.end(tenant, ended);
    return { ok: true as const };
  }

  /** The token identifies the member to other systems and so carries no e-mail address. */
  async jwt({ tenant, user }: SignedInCaller): Promise<{ jwt: string }> {
    const { workplace, community } = tenant;
    const { username, fullname: name } = user;
    const claims = { username, name, workplace, workplace_admin: isWorkplaceAdmin(user, workplace) };
    return { jwt: await this.signed.sign(community, user._id, claims) };
  }
}
