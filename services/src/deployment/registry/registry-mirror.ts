import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Environment } from '../../infrastructure/environment/environment.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { StartError } from '../../infrastructure/start-error.js';
import { RegistryBucket } from './registry-bucket.js';

/** How late a process uses a release. */
const pollMs = 2000;
/** A request for a version that does not exist must not ask the bucket each time. */
const pauseMs = 500;

/** Keeps REGISTRY_DIR up to date with the bucket of `REGISTRY_S3_BUCKET`; without one it does nothing. */
export class RegistryMirror implements OnApplicationShutdown {
  private readonly bucket: RegistryBucket | undefined;
  private readonly loop = new Loop(() => this.look(), pollMs);
  private looking: Promise<void> | undefined;
  private lookedAt = -Infinity;

  constructor(
    private readonly environment: Pick<Environment, 'registryDir' | 'registryS3'>,
    private readonly logger: Logger,
  ) {
    const { registryDir, registryS3 } = environment;
    this.bucket = registryS3 && new RegistryBucket(registryS3, registryDir);
  }

  /** Before the registry is read first. A bucket that is away stops only a start without a copy. */
  async start(): Promise<this> {
    if (!this.bucket) return this;
    try {
      await this.bucket.pullChanges();
    } catch (error) {
      if (!existsSync(this.environment.registryDir))
        throw new StartError(`The registry's bucket cannot be read: ${(error as Error).message}.`);
      this.warn(error);
    }
    this.loop.wakeIn(pollMs);
    return this;
  }

  /** Another process may have shown a release that this one has not copied yet. */
  async ensure(id: string, version: string): Promise<void> {
    if (!this.bucket || existsSync(join(this.environment.registryDir, id, version))) return;
    await this.look();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.looking;
  }

  private look(): Promise<void> {
    if (!this.looking && performance.now() - this.lookedAt < pauseMs) return Promise.resolve();
    this.looking ??= this.pull().finally(() => {
      this.lookedAt = performance.now();
      this.looking = undefined;
    });
    return this.looking;
  }

  private async pull(): Promise<void> {
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
