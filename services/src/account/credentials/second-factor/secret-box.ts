import { Inject, Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts second-factor secrets and fingerprints recovery codes with a key, so that the database alone reveals neither. Both are bound
 * to one member: a copy in another member's record is useless. A changed `SECRET` makes them unreadable.
 */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;
  private readonly codeKey: Buffer;

  constructor(@Inject(ENVIRONMENT) { secret }: Environment) {
    this.key = derived(secret, 'authenticator secrets');
    this.codeKey = derived(secret, 'recovery codes');
  }

  seal(tenant: Tenant, user: string, plain: Uint8Array): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.key, iv).setAAD(owner(tenant, user));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Returns undefined when the value was altered, belongs to another member, or was encrypted with another `SECRET`. */
  open(tenant: Tenant, user: string, sealed: string): Buffer | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(algorithm, this.key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(owner(tenant, user))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  fingerprint(tenant: Tenant, user: string, code: string): string {
    return createHmac('sha256', this.codeKey).update(owner(tenant, user)).update('\0').update(code).digest('base64url');
  }
}

const derived = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
const owner = ({ community }: Tenant, user: string) => Buffer.from(JSON.stringify([community, user]));
