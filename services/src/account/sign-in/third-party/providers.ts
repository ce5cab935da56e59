import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import type { Caller } from '../../../community/calls/caller.js';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { Outbound } from '../../../infrastructure/outbound/outbound.js';

/** How long a discovery document is cached. */
const cacheMs = 10 * 60_000;
const timeoutSeconds = 10;

/** A configured provider: one client for the code flow, one for id_tokens from the URL. */
export interface Provider {
  code: openid.Configuration;
  idToken: openid.Configuration;
}

/** OpenID Connect providers, read from their discovery documents through {@link Outbound}. */
@Injectable()
export class Providers {
  private readonly cache = new Map<string, { until: number; provider: Promise<Provider> }>();

  constructor(
    private readonly outbound: Outbound,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @throws any error of the discovery: a timeout, a private address, a document of another issuer. */
  async of({
    tenant: { community },
    flags: { third_party_auth: settings },
  }: Pick<Caller, 'tenant' | 'flags'>): Promise<Provider> {
    if (!settings) throw new Error('no provider is configured');
    const key = JSON.stringify([community, settings.issuer, settings.client_id]);
    const found = this.cache.get(key);
    if (found && found.until > Date.now()) return found.provider;
    const provider = this.discover(settings.issuer, settings.client_id, this.environment.thirdPartySecrets[community]);
    this.cache.set(key, { until: Date.now() + cacheMs, provider });
    // Failures are not cached.
    provider.catch(() => this.cache.delete(key));
    return provider;
  }

  private async discover(issuer: string, clientId: string, secret: string | undefined): Promise<Provider> {
    const url = new URL(issuer);
    const customFetch: openid.CustomFetch = (address, options) => this.outbound.fetch(address, options);
    const authentication = secret === undefined ? openid.None() : openid.ClientSecretBasic(secret);
    // Only an exempt provider, on a development machine, may use plain http.
    const isOpen = this.outbound.isExempt(url);
    const code = await openid.discovery(url, clientId, undefined, authentication, {
      [openid.customFetch]: customFetch,
      timeout: timeoutSeconds,
      ...(isOpen && { execute: [openid.allowInsecureRequests] }),
    });
    openid.enableNonRepudiationChecks(code);
    const idToken = new openid.Configuration(code.serverMetadata(), clientId, undefined, authentication);
    idToken[openid.customFetch] = customFetch;
    idToken.timeout = timeoutSeconds;
    if (isOpen) openid.allowInsecureRequests(idToken);
    openid.useIdTokenResponseType(idToken);
    return { code, idToken };
  }
}
