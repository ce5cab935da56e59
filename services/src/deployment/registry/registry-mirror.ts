import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Environment } from '../../infrastructure/environment/environment.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { StartError } from '../../infrastructure/start-error.js';
import type { RegistryBucket } from './registry-bucket.js';

/** The longest time until a process uses a new release. */
const pollMs = 2000;
/** The shortest time between two looks: requests for an unknown version must not each ask the bucket. */
const pauseMs = 500;
/** How long a request waits for a release while the bucket hangs. */
const patienceMs = 3000;

/** Keeps REGISTRY_DIR up to date with the bucket of `REGISTRY_S3_BUCKET`; without one it does nothing. */
export class RegistryMirror implements OnApplicationShutdown {
  private bucket: RegistryBucket | undefined;
  private readonly loop = new Loop(() => this.look(), pollMs);
  private looking: Promise<void> | undefined;
  /** When the last look began. */
  private lookedAt = -Infinity;

  constructor(
    private readonly environment: Pick<Environment, 'registryDir' | 'registryS3'>,
    private readonly logger: Logger,
  ) {}

  /** Before the registry is read first. A bucket that is away stops only a start without a copy. */
  async start(): Promise<this> {
    const { registryDir, registryS3 } = this.environment;
    if (!registryS3) return this;
    const { RegistryBucket } = await import('./registry-bucket.js');
    this.bucket = new RegistryBucket(registryS3, registryDir);
    try {
      await this.bucket.pullChanges();
    } catch (error) {
      if (!existsSync(registryDir))
        throw new StartError(`The registry's bucket cannot be read: ${(error as Error).message}.`);
      this.warn(error);
    }
    this.loop.wakeIn(pollMs);
    return this;
  }

  /** Another process may have shown a release that this one has not copied yet. */
  async ensure(id: string, version: string): Promise<void> {
    const { bucket, environment } = this;
    if (!bucket) return;
    const arrived = performance.now();
    const isMissing = () => !existsSync(join(environment.registryDir, id, version));
    const isLate = () => performance.now() > arrived + patienceMs;
    // A look that had begun before may have read the former state.
    while (isMissing() && this.lookedAt < arrived && !isLate())
      await Promise.race([this.look(), wait(patienceMs, undefined, { ref: false })]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.looking;
  }

  private look(): Promise<void> {
    this.looking ??= this.pull().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async pull(): Promise<void> {
    await wait(Math.max(0, this.lookedAt + pauseMs - performance.now()));
    this.lookedAt = performance.now();
    try {
      await this.bucket!.pullChanges();
    } catch (error) {
      this.warn(error);
    }
  }

  private warn(err: unknown): void {
    this.logger.warn({ module: 'deployment', err }, 'registry could not be read from its bucket');
  }
}
