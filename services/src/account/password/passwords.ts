import { Injectable } from '@nestjs/common';
import { hash, verify, type Algorithm } from '@node-rs/argon2';
import type { InSession } from '../../platform/mongo/tenant-repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { CredentialRepository } from './credential.repository.js';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2id: Algorithm.Argon2id = 2;
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Checked when there is nothing to check, so that an unknown user takes as long as a wrong password. */
const nobodys = hash('a password that nobody has', cost);

/** Members' passwords: hashed, compared, never read. */
@Injectable()
export class Passwords {
  constructor(private readonly credentials: CredentialRepository) {}

  hash(password: string): Promise<string> {
    return hash(password, cost);
  }

  store(tenant: Tenant, user: string, passwordHash: string, options: InSession = {}): Promise<void> {
    return this.credentials.setHash(tenant, user, passwordHash, options);
  }

  async isRight(tenant: Tenant, user: string, password: string): Promise<boolean> {
    return (await this.matching(tenant, user, password)) !== undefined;
  }

  /** The stored hash that the password fits; undefined if it is wrong and, after the same time, without a user. */
  async matching(tenant: Tenant, user: string | undefined, password: string): Promise<string | undefined> {
    const stored = await this.credentials.hashOf(tenant, user ?? '');
    const matches = await verify(stored ?? (await nobodys), password);
    return matches ? stored : undefined;
  }

  /** Whether the user's password is still the one that {@link matching} answered. */
  async isStill(tenant: Tenant, user: string, passwordHash: string): Promise<boolean> {
    return (await this.credentials.hashOf(tenant, user)) === passwordHash;
  }
}
