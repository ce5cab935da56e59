import { exchangeToken } from '@paddock/contract/calls/sessions';
import { readThirdPartyLink, thirdPartyLogin } from '@paddock/contract/calls/third-party';
import { randomUUID } from 'node:crypto';
import { type IdentityProvider, signInAtProvider, startIdentityProvider } from './identity-provider.js';
import { startTestServices, type TestServices } from './start-test-services.js';

/** The provider's response in the browser's URL, with the nonce that the browser kept. */
export interface Returned {
  code: string;
  state: string;
  iss: string;
  nonce: string;
}

export const motorsport = { host: 'motorsport.localhost' };
export const refused = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
export const failed = [401, 'THIRD_PARTY_FAILED'];

/** Test services with a real identity provider, configured for both communities. */
export class ThirdPartyServices {
  private constructor(
    readonly provider: IdentityProvider,
    readonly services: TestServices,
  ) {}

  static async start(): Promise<ThirdPartyServices> {
    const communities = ['motorsport', 'workplace'];
    const provider = await startIdentityProvider();
    const secrets = Object.fromEntries(communities.map((community) => [community, provider.clientSecret]));
    const services = await startTestServices({
      OUTBOUND_ALLOW: provider.pair,
      THIRD_PARTY_SECRETS: JSON.stringify(secrets),
      RATE_LIMITS: 'off',
    });
    const started = new ThirdPartyServices(provider, services);
    for (const community of communities)
      await services.configure(community, (file) =>
        Object.assign(file.flags, { third_party_auth: started.settings() }),
      );
    return started;
  }

  async close(): Promise<void> {
    await this.services.close();
    await this.provider.stop();
  }

  /** The flag `third_party_auth`. */
  settings(change: object = {}) {
    const { issuer, clientId: client_id } = this.provider;
    return { title: 'Club account', issuer, client_id, ...change };
  }

  /** Adds an account at the provider; returns its subject. */
  person(claims: Record<string, unknown> = {}): string {
    const sub = `p_${randomUUID().slice(0, 8)}`;
    this.provider.accounts[sub] = {
      ...{ email: `${sub}@example.org`, email_verified: true, name: 'Iris Vane', preferred_username: sub },
      ...claims,
    };
    return sub;
  }

  async begin(options = motorsport) {
    return (await this.services.call(readThirdPartyLink, {}, options)).body;
  }

  async returned(sub: string, options = motorsport): Promise<Returned> {
    return this.answerTo(await this.begin(options), sub);
  }

  async answerTo({ link, nonce }: { link: string; nonce: string }, sub: string): Promise<Returned> {
    const back = await signInAtProvider(link, sub);
    return { ...Object.fromEntries(back.searchParams), nonce } as unknown as Returned;
  }

  finish(input: object, options = motorsport) {
    return this.services.call(thirdPartyLogin, input, options);
  }

  /** Signs in completely; returns the member's own record. */
  async enter(sub: string, options = motorsport) {
    const { body } = await this.finish(await this.returned(sub, options), options);
    const exchanged = await this.services.call(exchangeToken, { login_token: body.token }, options);
    if (exchanged.status !== 200)
      throw new Error(`${sub} did not sign in: ${JSON.stringify({ ...body, ...exchanged })}`);
    return exchanged.body.user;
  }
}
