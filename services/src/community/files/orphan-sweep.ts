import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { JobRuns } from '../../infrastructure/processes/job-runs.js';
import { contentOfKey, FILE_STORAGE, type FileStorage } from '../../infrastructure/storage/storage.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { FileContents } from './file-contents.js';
import { FileRepository } from './file.repository.js';
import { StorageMark } from './storage-mark.js';

const uploadsEveryMs = 10 * 60_000;

/**
 * Removes what is of no use after a day: uploads that were attached to nothing, and contents without a record, as a crash leaves
 * them. A record without content stays: its disk may come back.
 */
@Injectable()
export class OrphanSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops = [
    this.loop('files.sweep_uploads', uploadsEveryMs, () => this.sweepUploads()),
    this.loop('files.sweep_contents', dayMs, () => this.sweepContents()),
  ];

  constructor(
    private readonly files: FileRepository,
    private readonly contents: FileContents,
    private readonly communities: Communities,
    private readonly mark: StorageMark,
    private readonly runs: JobRuns,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    for (const loop of this.loops) loop.wake();
  }

  async beforeApplicationShutdown() {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** An upload that is being attached at the same moment stays, see {@link FileRepository.deleteUnattached}. */
  async sweepUploads(now = new Date()): Promise<void> {
    for (const { id } of this.communities.all())
      for (const row of await this.files.unattached(tenantOf(id), new Date(now.getTime() - dayMs)))
        if (await this.files.deleteUnattached(tenantOf(id), row._id)) await this.contents.delete(row);
  }

  async sweepContents(now = new Date()): Promise<void> {
    if (!(await this.mark.fits())) {
      this.logger.warn({ module: 'files' }, 'contents are not swept: the database is not the one of these files');
      return;
    }
    for await (const keys of this.storage.olderThan(new Date(now.getTime() - dayMs))) {
      const known = await this.files.knownContents([...new Set(keys.map(contentOfKey))]);
      for (const key of keys) if (!known.has(contentOfKey(key))) await this.storage.delete(key);
    }
  }

  private loop(name: string, everyMs: number, sweep: () => Promise<void>): Loop {
    const job = { name, everyMs, failure: 'orphans could not be swept' };
    return new Loop(() => this.runs.run(job, '', sweep), everyMs);
  }
}
