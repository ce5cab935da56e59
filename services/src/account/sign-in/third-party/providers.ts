import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import type { Caller } from '../../../community/calls/caller.js';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { Outbound } from '../../../infrastructure/outbound/outbound.js';

/** How long what a provider publishes of itself is taken as it was. */
const keptMs = 10 * 60_000;
const timeoutSeconds = 10;

/** A provider as the deployment names it: for the code flow, and for id_tokens that come by the address. */
export interface Provider {
  code: openid.Configuration;
  idToken: openid.Configuration;
}

/** The OpenID Connect providers, by their discovery documents; everything is fetched by {@link Outbound}. */
@Injectable()
export class Providers {
  private readonly kept = new Map<string, { until: number; provider: Promise<Provider> }>();

  constructor(
    private readonly outbound: Outbound,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @throws whatever keeps the provider from being asked: no answer, a private address, a document of another issuer. */
  async of({
    tenant: { community },
    flags: { third_party_auth: settings },
  }: Pick<Caller, 'tenant' | 'flags'>): Promise<Provider> {
    if (!settings) throw new Error('no provider is configured');
    const key = JSON.stringify([community, settings.issuer, settings.client_id]);
    const found = this.kept.get(key);
    if (found && found.until > Date.now()) return found.provider;
    const provider = this.discover(settings.issuer, settings.client_id, this.environment.thirdPartySecrets[community]);
    this.kept.set(key, { until: Date.now() + keptMs, provider });
    // The next one asks anew.
    provider.catch(() => this.kept.delete(key));
    return provider;
  }

  private async discover(issuer: string, clientId: string, secret: string | undefined): Promise<Provider> {
    const url = new URL(issuer);
    const customFetch: openid.CustomFetch = (address, options) => this.outbound.fetch(address, options);
    const authentication = secret === undefined ? openid.None() : openid.ClientSecretBasic(secret);
    // Plain http is for a provider on a development machine.
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
