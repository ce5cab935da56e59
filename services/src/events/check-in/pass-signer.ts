import { Inject, Injectable } from '@nestjs/common';
import {
  passText,
  readPassText,
  shortCodeAlphabet,
  shortCodeLength,
  signedPart,
} from '@paddock/contract/core/event-pass';
import { createECDH, createHmac, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

const dsaEncoding = 'ieee-p1363';
const verifyLater = promisify(verify);

/**
 * Signs passes with a key of the event's own, which derives from the server's secret: gates get the public one, and check passes
 * without a connection. P-256, since browsers have it longer than Ed25519.
 */
@Injectable()
export class PassSigner {
  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  publicKey(tenant: Tenant, event: string): { x: string; y: string } {
    const { x, y } = this.keyOf(tenant, event);
    return { x, y };
  }

  /** The text of a member's pass. */
  sign(tenant: Tenant, event: string, user: string): string {
    const key = createPrivateKey({ key: this.keyOf(tenant, event), format: 'jwk' });
    const signature = sign('sha256', signedPart({ event, user }), { key, dsaEncoding }).toString('base64url');
    return passText({ event, user, signature });
  }

  /** Checks passes to an event: whether a text is the member's. Signatures are verified outside the event loop. */
  verifier(tenant: Tenant, event: string): (user: string, text: string) => Promise<boolean> {
    const { d: _, ...open } = this.keyOf(tenant, event);
    const key = createPublicKey({ key: open, format: 'jwk' });
    return async (user, text) => {
      const pass = readPassText(text);
      if (pass?.event !== event || pass.user !== user) return false;
      const signature = Buffer.from(pass.signature, 'base64url');
      return verifyLater('sha256', signedPart(pass), { key, dsaEncoding }, signature);
    };
  }

  /** 40 bits that only the gates of the event and the member have. */
  shortCode(tenant: Tenant, event: string, user: string): string {
    const bytes = this.digest('short-code', tenant, event, user).subarray(0, shortCodeLength);
    return [...bytes].map((byte) => shortCodeAlphabet[byte % shortCodeAlphabet.length]).join('');
  }

  private keyOf(tenant: Tenant, event: string) {
    const ecdh = createECDH('prime256v1');
    for (let attempt = 0; ; attempt += 1) {
      try {
        ecdh.setPrivateKey(this.digest('pass-key', tenant, event, String(attempt)));
        break;
      } catch (error) {
        // One digest in 2^32 is no number below the order of the curve.
        if (attempt > 3) throw error;
      }
    }
    const point = ecdh.getPublicKey();
    const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((part) => part.toString('base64url')) as [
      string,
      string,
    ];
    return { kty: 'EC', crv: 'P-256', x, y, d: ecdh.getPrivateKey().toString('base64url').padStart(43, 'A') };
  }

  private digest(...[purpose, { community, workplace }, ...about]: [string, Tenant, ...string[]]): Buffer {
    const text = JSON.stringify(['event-pass', purpose, community, workplace, ...about]);
    return createHmac('sha256', this.environment.secret).update(text).digest();
  }
}
