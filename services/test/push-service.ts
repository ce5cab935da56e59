import type { PushMessage } from '@paddock/contract/calls/push';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A browser's side of web push: its keys, and the decryption of RFC 8188 and 8291. */
export class TestBrowser {
  private readonly pair = createECDH('prime256v1');
  private readonly secret = randomBytes(16);
  private readonly publicKey = this.pair.generateKeys();

  get keys() {
    return { p256dh: this.publicKey.toString('base64url'), auth: this.secret.toString('base64url') };
  }

  open(body: Buffer): PushMessage {
    const salt = body.subarray(0, 16);
    const length = body[20]!;
    const sender = body.subarray(21, 21 + length);
    const sealed = body.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]);
    const shared = hkdfSync('sha256', this.pair.computeSecret(sender), this.secret, info, 32);
    const part = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
    const open = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
    open.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]).toString();
    // The last record ends with 2 and zeros.
    return JSON.parse(padded.slice(0, padded.lastIndexOf('\u0002'))) as PushMessage;
  }
}

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service on the loopback: it stores what arrives, and answers each path as the test sets it. */
export async function startPushService() {
  const received: Received[] = [];
  const answers = new Map<string, { status: number; headers?: Record<string, string>; hangs?: true }>();
  let inFlight = 0;
  const state = { delayMs: 0, mostInFlight: 0 };
  const server = createServer((request, response) => {
    state.mostInFlight = Math.max(state.mostInFlight, ++inFlight);
    response.on('close', () => (inFlight -= 1));
    void buffer(request).then((body) => {
      const path = request.url!;
      received.push({ path, headers: request.headers, body });
      const { status, headers, hangs } = answers.get(path) ?? { status: 201, headers: undefined, hangs: undefined };
      if (!hangs) setTimeout(() => response.writeHead(status, headers).end(), state.delayMs);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    answers,
    state,
    /** For `OUTBOUND_ALLOW`. */
    allow: `127.0.0.1:${port}`,
    endpoint: (path: string) => `http://127.0.0.1:${port}${path}`,
    to: (path: string) => received.filter((one) => one.path === path),
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
export type TestPushService = Awaited<ReturnType<typeof startPushService>>;

/** Whether a message was signed by this key for this push service (RFC 8292). */
export function isSigned({ headers: { authorization = '' } }: Received, publicKey: string, audience: string): boolean {
  const { token = '', key } = /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(authorization)?.groups ?? {};
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(publicKey, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const options = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  const isValid = verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url'));
  return key === publicKey && aud === audience && isValid;
}
