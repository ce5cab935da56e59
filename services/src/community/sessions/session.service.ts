import { Inject, Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { randomBytes } from 'node:crypto';
import { dayMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { sha256 } from '../../infrastructure/sha256.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { type ClientFacts, deviceName } from './device-name.js';
import { SessionRepository } from './session.repository.js';
import { isPreviewing } from './session-preview.js';
import { SessionUses } from './session-uses.js';
import type { OwnView, SessionRow } from './session.schema.js';

/** Maximal number of a member's sessions; a further one ends the least recently used. */
const maxSessions = 100;

/** Sessions: opened at sign-in, found by token, ended by sign-out, a new password or the end of the account. */
@Injectable()
export class SessionService {
  private readonly lifetimeMs: number;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly users: UserRepository,
    private readonly uses: SessionUses,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.lifetimeMs = environment.sessionDays * dayMs;
  }

  /** Opens a session and returns its token, which is not stored. */
  async open(tenant: Tenant, user: string, client: ClientFacts = {}): Promise<string> {
    const token = await this.create(tenant, user, client, {});
    await this.makeRoom(tenant, user);
    return token;
  }

  /**
   * Exchanges a session's token for a new session of the same member and ends the given one. Undefined for an unknown or ended
   * session: of two concurrent exchanges, one gets a session.
   */
  async exchange(
    community: string,
    token: string,
    client: ClientFacts,
  ): Promise<{ token: string; user: string } | undefined> {
    const tenant = tenantOf(community);
    const now = new Date();
    const old = await this.current(tenant, sha256(token), now);
    if (!old || old.expires <= now) return undefined;
    return this.mongo.transaction(async (session) => {
      if ((await this.sessions.end(tenant, [old._id], { session })) === 0) return undefined;
      await this.tellEnded(session, tenant, [old]);
      return { token: await this.create(tenant, old.user, client, { session }), user: old.user };
    });
  }

  /** Like {@link open}, in a transaction. */
  async openIn(session: ClientSession, tenant: Tenant, user: string, client: ClientFacts): Promise<string> {
    return this.create(tenant, user, client, { session });
  }

  /**
   * Returns the session and member of a token, and extends the session in the background.
   *
   * @throws INVALID_TOKEN for an unknown or ended session, also another community's; TOKEN_EXPIRED after its expiry.
   */
  async resolve(community: string, token: string): Promise<{ session: SessionRow; user: UserRow }> {
    const tenant = tenantOf(community);
    const now = new Date();
    const session = await this.current(tenant, sha256(token), now);
    if (!session) throw new PaddockError('INVALID_TOKEN');
    if (session.expires <= now) throw new PaddockError('TOKEN_EXPIRED');
    const user = await this.users.byId(tenant, session.user);
    if (!user) throw new PaddockError('INVALID_TOKEN');
    // A preview leaves no trace of its member.
    if (!isPreviewing(session, now)) this.uses.note(tenant, session, user, now);
    return { session, user };
  }

  /** A member's valid sessions, the last used first. */
  async list(tenant: Tenant, user: string): Promise<SessionRow[]> {
    const now = new Date();
    const rows = await this.sessions.ofUser(tenant, user);
    return rows.filter(({ expires }) => expires > now).sort((a, b) => b.last_used.getTime() - a.last_used.getTime());
  }

  /** Replaces what a session alone shows. Its windows read the boot reply again; `revision` is that of the next one. */
  async show(tenant: Tenant, { _id, user }: SessionRow, own: OwnView, revision: string): Promise<void> {
    await this.mongo.transaction(async (session) => {
      if (!(await this.sessions.show(tenant, _id, own, { session }))) throw new PaddockError('INVALID_TOKEN');
      await this.outbox.add(session, { kind: 'OverridesChanged', tenant, user, session: _id, revision });
    });
  }

  async end(tenant: Tenant, session: SessionRow): Promise<void> {
    await this.mongo.transaction((transaction) => this.endRows(transaction, tenant, [session]));
  }

  /** Ends every session of a member but `kept`, in the transaction of the cause. */
  async endAllIn(session: ClientSession, tenant: Tenant, user: string, kept?: string): Promise<void> {
    const rows = await this.sessions.ofUser(tenant, user, { session });
    await this.endRows(
      session,
      tenant,
      rows.filter(({ _id }) => _id !== kept),
    );
  }

  /** Like {@link endAllIn}, in its own transaction. */
  async endAll(tenant: Tenant, user: string, kept?: string): Promise<void> {
    await this.mongo.transaction((session) => this.endAllIn(session, tenant, user, kept));
  }

  private async create(tenant: Tenant, user: string, client: ClientFacts, options: InSession): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = new Date();
    const expires = new Date(now.getTime() + this.lifetimeMs);
    const device = deviceName(client);
    const row = { _id: sha256(token), user, device, created: now, last_used: now, expires };
    await this.sessions.create(tenant, row, options);
    return token;
  }

  /** Another process may have extended a session that looks expired. */
  private async current(tenant: Tenant, id: string, now: Date): Promise<SessionRow | null> {
    const row = await this.sessions.byId(tenant, id);
    return row && row.expires <= now ? this.sessions.stored(tenant, id) : row;
  }

  private async makeRoom(tenant: Tenant, user: string): Promise<void> {
    const rows = await this.list(tenant, user);
    for (const oldest of rows.slice(maxSessions)) await this.end(tenant, oldest);
  }

  private async endRows(session: ClientSession, tenant: Tenant, rows: readonly SessionRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.sessions.end(
      tenant,
      rows.map(({ _id }) => _id),
      { session },
    );
    await this.tellEnded(session, tenant, rows);
  }

  private async tellEnded(session: ClientSession, tenant: Tenant, rows: readonly SessionRow[]): Promise<void> {
    const events = rows.map(({ _id, user }) => {
      return { kind: 'SessionEnded', tenant, user, session: _id, code: 'INVALID_TOKEN' } as const;
    });
    await this.outbox.add(session, ...events);
  }
}
