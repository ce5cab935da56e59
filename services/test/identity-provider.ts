import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

/** The provider's claims by user; the key is the name typed on its page. */
export type Accounts = Record<string, Record<string, unknown>>;

export interface IdentityProvider {
  issuer: string;
  /** `host:port`, for `OUTBOUND_ALLOW`. */
  pair: string;
  clientId: string;
  clientSecret: string;
  accounts: Accounts;
  /** A token with the given claims, signed with the provider's key. */
  sign(claims: Record<string, unknown>, header?: object): Promise<string>;
  stop(): Promise<void>;
}

/** A real OpenID Connect provider on the loopback. Its page takes any password, and accepts every community as client. */
export async function startIdentityProvider(accounts: Accounts = {}): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${pair}`;
  const [clientId, clientSecret] = ['paddock', randomUUID()];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key: JWK = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  const scope = 'openid email profile';
  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: ['http://127.0.0.1/loading'] }],
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...accounts[sub] }),
    }),
    // Skips the consent page.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  // The services under test listen on any free port.
  Object.assign(provider.Client.prototype as object, {
    redirectUriAllowed: (address: string) => /^http:\/\/\w+\.localhost:\d+\/loading$/.test(address),
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return {
    ...{ issuer, pair, clientId, clientSecret, accounts },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test', ...header }).sign(privateKey),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Completes the provider's page like a browser, with cookies; returns the address that it redirects back to. */
export async function signInAtProvider(link: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(link);
  const visit = async (address: string, form?: URLSearchParams): Promise<URL> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const next = reply.headers.get('location');
    if (next === null) {
      const page = await reply.text();
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      if (!action) throw new Error(`The provider answered ${reply.status}: ${page.slice(0, 500)}`);
      return visit(action, new URLSearchParams({ prompt: 'login', login, password: 'any' }));
    }
    const target = new URL(next, address);
    return target.origin === origin ? visit(target.href) : target;
  };
  return visit(link);
}
