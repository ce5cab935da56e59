import { Inject, Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { PaddockError } from '../errors/paddock-error.js';
import type { Tenant } from '../tenancy/tenant.js';

/** Kinds of signed link; each grants only its own right. */
export type SignedLinkKind = 'unsubscribe' | 'calendar' | 'wall' | 'invitation' | 'renew_classified';

/**
 * Reusable addresses: signed, not stored, valid until `version` changes, a number stored with the subject and raised to revoke
 * them (`decisions`, Names and calls).
 */
@Injectable()
export class SignedLinks {
  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /**
   * Contains no dot, since a path that ends like a file name is treated as a file. `subject` is an id, such as the member's.
   */
  sign(tenant: Tenant, kind: SignedLinkKind, subject: string, version = 0): string {
    return `${subject}~${version}~${this.signature(tenant, kind, subject, version)}`;
  }

  /**
   * @throws LINK_INVALID for an altered one, also of another kind or community. The caller compares `version` with the
   * subject's.
   */
  read(tenant: Tenant, kind: SignedLinkKind, token: string): { subject: string; version: number } {
    const [subject = '', versionText = '', signature = ''] = token.split('~');
    const version = Number(versionText);
    const expected = Buffer.from(this.signature(tenant, kind, subject, version));
    const actual = Buffer.from(signature);
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw new PaddockError('LINK_INVALID');
    return { subject, version };
  }

  private signature(tenant: Tenant, kind: SignedLinkKind, subject: string, version: number): string {
    const signed = JSON.stringify(['standing', kind, tenant.community, subject, version]);
    return createHmac('sha256', this.environment.secret).update(signed).digest('base64url');
  }
}
