import { Injectable } from '@nestjs/common';
import { hourMs } from '@paddock/contract/core/durations';
import { FilesService } from '../../community/files/files.service.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { retentionMs } from './folder-bin.js';
import { FolderItemRepository } from './folder-item.repository.js';

/** Empties the bin after 30 days. */
@Injectable()
export class FolderBinSweep {
  /** Deletes for good what is in the bin for longer than 30 days. */
  readonly sweep: (now?: Date) => Promise<void>;

  constructor(
    private readonly rows: FolderItemRepository,
    private readonly files: FilesService,
    jobs: CommunityJobs,
  ) {
    this.sweep = jobs.add({
      name: 'files.empty_bin',
      everyMs: hourMs,
      failure: 'the bin could not be emptied',
      run: async (tenant, now) => {
        const before = new Date(now.getTime() - retentionMs);
        for (const place of await this.rows.workplaces(tenant))
          for (const { _id } of await this.rows.binnedBefore(place, before)) await this.empty(place, _id);
      },
    });
  }

  /** Deletes for good what came into the bin with this file or folder. */
  async empty(tenant: Tenant, id: string): Promise<void> {
    const rows = await this.rows.binnedWith(tenant, id);
    for (const { content, versions = [] } of rows)
      for (const { file } of [...versions, ...(content ? [content] : [])]) await this.files.delete(tenant, file);
    // Last, so that a process that ends in between leaves its record to the next sweep.
    await this.rows.deleteBinned(
      tenant,
      rows.map(({ _id }) => _id),
    );
  }
}
