import { Inject, Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { linkIdentity, readThirdPartyLink, thirdPartyLogin } from '@paddock/contract/calls/third-party';
import * as openid from 'openid-client';
import type { Caller, SignedInCaller } from '../../../community/calls/caller.js';
import { LOGGER } from '../../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import type { Logger } from '../../../infrastructure/logging/logger.js';
import { LinkedIdentities } from '../../credentials/linked-identities.js';
import { Attempts, type Linking } from './attempts.js';
import { claimsSchema } from './claims.js';
import { Providers } from './providers.js';
import { ThirdPartyMembers } from './third-party-members.js';

/** Lifetime of the token that the browser exchanges for a session. */
const loginMs = 2 * 60_000;

type LoginInput = CallArguments<typeof thirdPartyLogin>;

/** Signs in through an OpenID Connect provider. */
@Injectable()
export class ThirdPartyService {
  constructor(
    private readonly providers: Providers,
    private readonly attempts: Attempts,
    private readonly members: ThirdPartyMembers,
    private readonly identities: LinkedIdentities,
    private readonly links: LinkTokens,
    private readonly address: CommunityAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  link(caller: Caller): Promise<CallReply<typeof readThirdPartyLink>> {
    return this.begin(caller);
  }

  /** @throws FEATURE_DISABLED, WRONG_PASSWORD, THIRD_PARTY_FAILED */
  async linkIdentity(
    caller: SignedInCaller,
    { password }: CallArguments<typeof linkIdentity>,
  ): Promise<CallReply<typeof linkIdentity>> {
    if (!caller.flags.third_party_auth) throw new PaddockError('FEATURE_DISABLED');
    const changed = await this.identities.passwordTime(caller, password);
    return this.begin(caller, { user: caller.user._id, changed });
  }

  /** Consumes the attempt in every case, so that no response can be tried twice. */
  async login(caller: Caller, input: LoginInput): Promise<CallReply<typeof thirdPartyLogin>> {
    const { tenant } = caller;
    const {
      issuer,
      claims,
      linking: begun,
    } = await this.orFailed(caller, async () => {
      const provider = await this.providers.of(caller);
      const response = await (input.code === undefined
        ? this.byIdToken(caller, provider.idToken, input)
        : this.byCode(caller, provider.code, input));
      const { linking } = response;
      return { issuer: provider.code.serverMetadata().issuer, claims: claimsSchema.parse(response.claims), linking };
    });
    const identity = { issuer, subject: claims.sub };
    if (begun) await this.identities.linkByPassword(tenant, identity, begun.user, begun.changed);
    const user = begun?.user ?? (await this.members.of(caller, identity, claims));
    const facts = { identity: await this.identities.idOf(tenant, identity, user) };
    return { token: await this.links.make(tenant, { kind: 'login', user, facts, lifetimeMs: loginMs }) };
  }

  private async begin(caller: Caller, linking?: Linking): Promise<CallReply<typeof readThirdPartyLink>> {
    const { code } = await this.orFailed(caller, () => this.providers.of(caller));
    const { state, nonce, codeVerifier } = await this.attempts.begin(caller.tenant, linking);
    const link = openid.buildAuthorizationUrl(code, {
      redirect_uri: this.returnAddress(caller).href,
      scope: 'openid email profile',
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ui_locales: caller.language,
    });
    return { link: link.href, state, nonce };
  }

  private async byCode(caller: Caller, provider: openid.Configuration, { code = '', state, nonce, iss }: LoginInput) {
    if (state === undefined || nonce === undefined) throw new Error('state or nonce is missing');
    const attempt = await this.attempts.take(caller.tenant, { state, nonce });
    if (!attempt) throw new Error('the attempt is unknown or expired');
    const address = this.returnAddress(caller);
    address.search = String(new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }));
    const tokens = await openid.authorizationCodeGrant(provider, address, {
      pkceCodeVerifier: attempt.codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const { linking } = attempt;
    const claims = tokens.claims()!;
    if (typeof claims['email'] === 'string' && typeof claims['email_verified'] === 'boolean')
      return { claims, linking };
    // Many providers leave the address out of a code flow's id_token.
    if (!provider.serverMetadata().userinfo_endpoint) return { claims, linking };
    const more = await openid.fetchUserInfo(provider, tokens.access_token, claims.sub);
    return { claims: { ...claims, ...more }, linking };
  }

  private async byIdToken(caller: Caller, provider: openid.Configuration, { id_token, jwt, nonce }: LoginInput) {
    const token = id_token ?? jwt;
    if (token === undefined || nonce === undefined) throw new Error('token or nonce is missing');
    const attempt = await this.attempts.take(caller.tenant, { nonce });
    if (!attempt) throw new Error('the attempt is unknown or expired');
    const address = this.returnAddress(caller);
    address.hash = String(new URLSearchParams({ id_token: token }));
    return { claims: await openid.implicitAuthentication(provider, address, nonce), linking: attempt.linking };
  }

  private returnAddress({ tenant }: Pick<Caller, 'tenant'>): URL {
    return new URL(this.address.page(tenant.community, '/loading'));
  }

  /** Logs why a provider's response failed, without the response; the caller gets only THIRD_PARTY_FAILED. */
  private async orFailed<T>({ tenant }: Caller, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { name, message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : undefined;
      const { community } = tenant;
      this.logger.warn(
        { module: 'third-party', community, error: name, message, reason },
        'third-party sign-in failed',
      );
      throw new PaddockError('THIRD_PARTY_FAILED');
    }
  }
}
