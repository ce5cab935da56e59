import { Injectable } from '@nestjs/common';
import type { readSelf } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import type { DeviceSession, endSession } from '@paddock/contract/calls/sessions';
import { isWorkplaceAdmin, missingAccess, type Self } from '@paddock/contract/calls/users';
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
  ) {}

  async logout({ tenant, session }: SignedInCaller) {
    await this.sessions.end(tenant, session);
    return { ok: true as const };
  }

  /** @throws SUBSCRIPTION_REQUIRED with `verify_subscription`, for members without the plan that the deployment requires. */
  async readSelf(
    { tenant, user, flags }: SignedInCaller,
    { verify_subscription: verify }: CallArguments<typeof readSelf>,
  ): Promise<Self> {
    const mustVerify = verify === true || verify === 'true';
    if (mustVerify && missingAccess(user, flags) === 'SUBSCRIPTION_REQUIRED')
      throw new PaddockError('SUBSCRIPTION_REQUIRED');
    return this.own.of(tenant, user);
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
