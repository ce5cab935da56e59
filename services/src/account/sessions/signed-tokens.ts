import { Inject, Injectable } from '@nestjs/common';
import { calculateJwkThumbprint, type CryptoKey, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { createECDH, hkdfSync } from 'node:crypto';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';

const algorithm = 'ES256';
const lifetimeSeconds = 300;
/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

interface KeyPair {
  privateKey: CryptoKey | Uint8Array;
  publicKey: JWK;
}

/**
 * Signs tokens for other systems. A community's key pair is derived from `SECRET`, so every process with the same secret signs with the
 * same key and nothing is stored; a new secret gives new keys.
 */
@Injectable()
export class SignedTokens {
  private readonly pairs = new Map<string, Promise<KeyPair>>();

  constructor(
    private readonly address: CommunityAddress,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Signs a token for five minutes. Issuer is the community's origin, audience its id. */
  async sign(community: string, subject: string, claims: JWTPayload): Promise<string> {
    const { privateKey, publicKey } = await this.pairOf(community);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: publicKey.kid!, typ: 'JWT' })
      .setIssuer(this.address.origin(community))
      .setAudience(community)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .sign(privateKey);
  }

  /** The public keys that verify the tokens. */
  async keySet(community: string): Promise<{ keys: Record<string, unknown>[] }> {
    return { keys: [{ ...(await this.pairOf(community)).publicKey }] };
  }

  private pairOf(community: string): Promise<KeyPair> {
    const pair = this.pairs.get(community) ?? derivePair(this.environment.secret, community);
    this.pairs.set(community, pair);
    return pair;
  }
}

async function derivePair(secret: string, community: string): Promise<KeyPair> {
  // 384 bits for a 256-bit order keep the bias of the modulo negligible.
  const bits = Buffer.from(hkdfSync('sha256', secret, '', `signed tokens of ${community}`, 48)).toString('hex');
  const scalar = (BigInt(`0x${bits}`) % (order - 1n)) + 1n;
  const privateBytes = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateBytes);
  const point = curve.getPublicKey();
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const publicJwk: JWK = { kty: 'EC', crv: 'P-256', ...coordinates };
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    privateKey: await importJWK({ ...publicJwk, d: privateBytes.toString('base64url') }, algorithm),
    publicKey: { ...publicJwk, kid, alg: algorithm, use: 'sig' },
  };
}
