import { addReceived, type Confirmations, removeAbandoned } from '@paddock/build/rspack/release/received-release.mjs';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../infrastructure/environment/environment.js';
import { ChangedMeanwhile } from '../registry/registry-conflict.js';

export interface ReceivedRelease {
  id: string;
  version: string;
  /** The name of the key. */
  by: string;
  commit?: string | undefined;
  channel?: string | undefined;
}

/** How often an upload begins again after another change of the same module in the bucket. */
const maxAttempts = 5;

/** Where uploads arrive and where they go: a registry in a folder, or in a bucket of which the folder is a copy. */
export class UploadPlace {
  constructor(private readonly environment: Pick<Environment, 'registryDir' | 'registryS3'>) {}

  /** Passes a new folder to `work` and removes it. Folders of killed processes are removed by later uploads and releases. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const { registryDir } = this.environment;
    await removeAbandoned(registryDir);
    // In the registry, so that publishing is a rename within one file system.
    const folder = join(registryDir, '.building', randomUUID());
    await mkdir(folder, { recursive: true });
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** @returns why uploads cannot be taken, undefined if they can */
  static async problem(registryDir: string): Promise<string | undefined> {
    try {
      await mkdir(join(registryDir, '.building'), { recursive: true });
      await access(join(registryDir, '.building'), constants.W_OK);
      return undefined;
    } catch (error) {
      return `${registryDir} cannot be written: ${(error as Error).message}`;
    }
  }

  /**
   * Publishes a checked release.
   *
   * @param folder that of {@link withFolder}, in which `dir` is
   * @throws OtherContent, ChangedMeanwhile, and what the confirmations throw
   */
  async publish(
    folder: string,
    dir: string,
    release: ReceivedRelease,
    confirm: Confirmations,
  ): Promise<{ isNew: boolean }> {
    const { registryDir, registryS3 } = this.environment;
    if (!registryS3) return addReceived({ dir, registryDir, ...release }, confirm);
    const { RegistryBucket } = await import('../registry/registry-bucket.js');
    for (let attempt = 1; ; attempt++) {
      const copy = join(folder, `copy-${attempt}`);
      const bucket = new RegistryBucket(registryS3, copy, undefined, release);
      await mkdir(copy);
      try {
        await bucket.pull();
        const added = await addReceived({ dir, registryDir: copy, ...release }, confirm);
        await confirm.publishing();
        const isPushed = await bucket.push().then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof ChangedMeanwhile) || attempt === maxAttempts) throw error;
            return false;
          },
        );
        if (isPushed) return added;
        if (added.isNew) await rename(join(copy, release.id, release.version), dir);
      } finally {
        bucket.close();
      }
    }
  }
}
