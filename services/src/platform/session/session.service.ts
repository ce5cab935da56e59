import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { PaddockError } from '../errors/paddock-error.js';
import { Mongo } from '../mongo/mongo.js';
import { Outbox } from '../outbox/outbox.js';
import { tenantOf, type Tenant } from '../tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { SessionRepository } from './session.repository.js';
import type { SessionRow } from './session.schema.js';

/** How often use is written down: a sliding expiry and `online` need no finer step. */
const noteEveryMs = 60_000;

/** Sessions: opened at sign-in, found by their token, ended by sign-out or a new password. */
@Injectable()
export class SessionService {
  private readonly lifetimeMs: number;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly users: UserRepository,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.lifetimeMs = environment.sessionDays * 24 * 3600 * 1000;
  }

  /** Opens a session and answers its token, the only time it is known. */
  async open(tenant: Tenant, user: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = new Date();
    const expires = new Date(now.getTime() + this.lifetimeMs);
    await this.sessions.create(tenant, { _id: digest(token), user, created: now, last_used: now, expires });
    return token;
  }

  /**
   * The session and member of a token, and puts its end off.
   *
   * @throws INVALID_TOKEN for an unknown or ended session, another community's too; TOKEN_EXPIRED after its time.
   */
  async resolve(community: string, token: string): Promise<{ session: SessionRow; user: UserRow }> {
    const tenant = tenantOf(community);
    const session = await this.sessions.byId(tenant, digest(token));
    if (!session) throw new PaddockError('INVALID_TOKEN');
    const now = new Date();
    if (session.expires <= now) throw new PaddockError('TOKEN_EXPIRED');
    const user = await this.users.byId(tenant, session.user);
    if (!user) throw new PaddockError('INVALID_TOKEN');
    if (now.getTime() - session.last_used.getTime() > noteEveryMs)
      await this.sessions.use(tenant, session._id, now, new Date(now.getTime() + this.lifetimeMs));
    if (now.getTime() - (user.last_activity?.getTime() ?? 0) > noteEveryMs)
      await this.users.noteActivity(tenant, user._id, now);
    return { session, user };
  }

  async end(tenant: Tenant, session: SessionRow): Promise<void> {
    await this.endAll(tenant, [session]);
  }

  /** Ends every session of a member but this one. */
  async endOthers(tenant: Tenant, current: SessionRow): Promise<void> {
    const all = await this.sessions.ofUser(tenant, current.user);
    await this.endAll(
      tenant,
      all.filter((session) => session._id !== current._id),
    );
  }

  private async endAll(tenant: Tenant, ended: readonly SessionRow[]) {
    await this.mongo.transaction(async (session) => {
      await this.sessions.end(
        tenant,
        ended.map((row) => row._id),
        { session },
      );
      for (const { _id, user } of ended)
        await this.outbox.add(session, { kind: 'SessionEnded', tenant, user, session: _id, code: 'INVALID_TOKEN' });
    });
  }
}

const digest = (token: string) => createHash('sha256').update(token).digest('hex');
