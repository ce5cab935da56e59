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
/** The password of every demo account. The README publishes it, so production refuses it. */
export const demoPassword = 'paddock-demo';
/** Compared for unknown users, so that they take as long as a wrong password. */
const dummyHash = hash('no account has this password', cost);

/**
 * Hashes run in libuv's thread pool, which file access and DNS share. One core stays free for the event loop, so that sign-ins do not
 * delay other calls. The process has one thread pool and so one queue.
 */
const queue = new HashQueue(Math.max(1, Math.min(3, availableParallelism() - 1)), 200);

/** Hashes and compares members' passwords. */
@Injectable()
export class Passwords {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Like every method here that hashes:
   *
   * @throws SERVICE_UNAVAILABLE when too many passwords wait to be hashed; PASSWORD_KNOWN for the demo password in production.
   */
  async hash(password: string): Promise<string> {
    this.refuseKnown(password);
    return this.queued(() => hash(password, cost));
  }

  store(tenant: Tenant, user: string, passwordHash: string, options: InSession = {}): Promise<void> {
    return this.credentials.setHash(tenant, user, passwordHash, options);
  }

  async isRight(tenant: Tenant, user: string, password: string): Promise<boolean> {
    return (await this.matching(tenant, user, password)) !== undefined;
  }

  /** Returns the stored hash if the password matches it. A missing user takes as long as a wrong password: both return undefined. */
  async matching(tenant: Tenant, user: string | undefined, password: string): Promise<string | undefined> {
    this.refuseKnown(password);
    const stored = await this.credentials.hashOf(tenant, user ?? '');
    const compared = stored ?? (await dummyHash);
    const matches = await this.queued(() => verify(compared, password));
    return matches ? stored : undefined;
  }

  /** Whether the user's hash is still the one that {@link matching} returned. */
  async isStill(tenant: Tenant, user: string, passwordHash: string): Promise<boolean> {
    return (await this.credentials.hashOf(tenant, user)) === passwordHash;
  }

  private refuseKnown(password: string): void {
    if (this.environment.production && password === demoPassword) throw new PaddockError('PASSWORD_KNOWN');
  }

  private queued<T>(work: () => Promise<T>): Promise<T> {
    return queue.run(() => {
      this.metrics.passwordHashes.inc();
      return work();
    });
  }
}
