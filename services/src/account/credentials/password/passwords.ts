import { Inject, Injectable } from '@nestjs/common';
import { hash, verify, type Algorithm } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Metrics } from '../../../infrastructure/metrics/metrics.js';
import type { InSession } from '../../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { CredentialRepository } from './credential.repository.js';
import { HashQueue } from './hash-queue.js';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2id: Algorithm.Argon2id = 2;
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of every demo account. The README publishes it, so it is refused in production. */
export const demoPassword = 'paddock-demo';
/** Checked when there is nothing to check, so that an unknown user takes as long as a wrong password. */
const nobodys = hash('a password that nobody has', cost);

/**
 * Hashes are computed in libuv's threads, of which files and names need some too. One core is left to the event loop: others'
 * calls must not wait for those who sign in. One queue for the process, as there is one pool of threads.
 */
const queue = new HashQueue(Math.max(1, Math.min(3, availableParallelism() - 1)), 200);

/** Members' passwords: hashed, compared, never read. */
@Injectable()
export class Passwords {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * @throws SERVICE_UNAVAILABLE when too many passwords wait to be hashed; PASSWORD_KNOWN for the demo password in production,
   *   as everything here that hashes.
   */
  async hash(password: string): Promise<string> {
    this.refuseKnown(password);
    return this.inTurn(() => hash(password, cost));
  }

  store(tenant: Tenant, user: string, passwordHash: string, options: InSession = {}): Promise<void> {
    return this.credentials.setHash(tenant, user, passwordHash, options);
  }

  async isRight(tenant: Tenant, user: string, password: string): Promise<boolean> {
    return (await this.matching(tenant, user, password)) !== undefined;
  }

  /** The stored hash that the password fits; undefined if it is wrong and, after the same time, without a user. */
  async matching(tenant: Tenant, user: string | undefined, password: string): Promise<string | undefined> {
    this.refuseKnown(password);
    const stored = await this.credentials.hashOf(tenant, user ?? '');
    const compared = stored ?? (await nobodys);
    const matches = await this.inTurn(() => verify(compared, password));
    return matches ? stored : undefined;
  }

  /** Whether the user's password is still the one that {@link matching} answered. */
  async isStill(tenant: Tenant, user: string, passwordHash: string): Promise<boolean> {
    return (await this.credentials.hashOf(tenant, user)) === passwordHash;
  }

  private refuseKnown(password: string): void {
    if (this.environment.production && password === demoPassword) throw new PaddockError('PASSWORD_KNOWN');
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    return queue.run(() => {
      this.metrics.passwordHashes.inc();
      return work();
    });
  }
}
