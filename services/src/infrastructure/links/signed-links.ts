import { Inject, Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { PaddockError } from '../errors/paddock-error.js';
import type { Tenant } from '../tenancy/tenant.js';

/** What a standing address gives: each kind only its own one right. */
export type StandingKind = 'unsubscribe' | 'calendar' | 'wall' | 'invitation';

/**
 * Addresses that can be used again and again: signed, not stored, good until `version` changes, a number that is kept with the
 * subject and raised to revoke them (`decisions`, Names and calls).
 */
@Injectable()
export class SignedLinks {
  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** No dot in it: the path of an address that ends like a file's name is taken for a file. `subject` is an id: the member whom the address belongs to, say. */
  sign(tenant: Tenant, kind: StandingKind, subject: string, version = 0): string {
    return `${subject}~${version}~${this.signature(tenant, kind, subject, version)}`;
  }

  /** @throws LINK_INVALID for an altered one, another kind's or community's too. The caller compares `version` with the subject's. */
  read(tenant: Tenant, kind: StandingKind, token: string): { subject: string; version: number } {
    const [subject = '', versionText = '', signature = ''] = token.split('~');
    const version = Number(versionText);
    const expected = Buffer.from(this.signature(tenant, kind, subject, version));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new PaddockError('LINK_INVALID');
    return { subject, version };
  }

  private signature(tenant: Tenant, kind: StandingKind, subject: string, version: number): string {
    const signed = JSON.stringify(['standing', kind, tenant.community, subject, version]);
    return createHmac('sha256', this.environment.secret).update(signed).digest('base64url');
  }
}
