import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { exchangeToken } from '@paddock/contract/calls/sessions';
import type { Self } from '@paddock/contract/calls/users';
import type { Caller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { LinkTokenRow } from '../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { IdentityRepository } from '../identities/identity.repository.js';
import { KnownAddressRepository } from './known-address.repository.js';
import { OwnRecord } from './own-record.js';

/**
 * Exchanges a token from a URL for a new session: a session token, or the single-use token of a third-party sign-in. Either gives one
 * session, also in concurrent calls; bad tokens of both kinds get the same error.
 */
@Injectable()
export class TokenExchange {
  constructor(
    private readonly sessions: SessionService,
    private readonly links: LinkTokens,
    private readonly identities: IdentityRepository,
    private readonly users: UserRepository,
    private readonly mongo: Mongo,
    private readonly known: KnownAddressRepository,
    private readonly own: OwnRecord,
  ) {}

  /** @throws INVALID_TOKEN for an unknown, used, expired or foreign token. */
  async exchange(
    caller: Caller,
    { login_token: token }: CallArguments<typeof exchangeToken>,
  ): Promise<{ token: string; user: Self }> {
    const { tenant, client, ip } = caller;
    const exchanged =
      (await this.sessions.exchange(tenant.community, token, client)) ?? (await this.spendLogin(caller, token));
    const user = exchanged && (await this.users.byId(tenant, exchanged.user));
    if (!user) throw new PaddockError('INVALID_TOKEN');
    await this.known.note(tenant, user._id, ip);
    return { token: exchanged.token, user: await this.own.of(tenant, user) };
  }

  private async spendLogin({ tenant, client }: Caller, token: string) {
    const link = await this.openLogin({ tenant }, token);
    if (!link) return undefined;
    const { identity = '' } = link.facts;
    return this.mongo.transaction(async (session) => {
      // Removed since, perhaps because a stranger had linked it.
      if (!(await this.identities.isLinked(tenant, link.user, identity, { session }))) return undefined;
      if (!(await this.links.spend(tenant, link, 'signed_in', { session }))) return undefined;
      return { token: await this.sessions.openIn(session, tenant, link.user, client), user: link.user };
    });
  }

  private async openLogin({ tenant }: Pick<Caller, 'tenant'>, token: string): Promise<LinkTokenRow | undefined> {
    try {
      return await this.links.read(tenant, 'login', token);
    } catch (error) {
      if (error instanceof PaddockError) return undefined;
      throw error;
    }
  }
}
