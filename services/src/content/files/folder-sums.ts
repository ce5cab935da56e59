import { Injectable } from '@nestjs/common';
import { LoadCache } from '../../infrastructure/cache/load-cache.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { FolderItemRepository, type StoredContent } from './folder-item.repository.js';

const maxWorkplaces = 200;
/** Bounds the age of sums that a write without an event made wrong, such as a migration's. */
const freshMs = 60_000;
/** Files of a workplace that can count as new. Badges end at 99. */
const maxNewest = 5000;

/** What all members' lists count. */
export interface Sums {
  /** Files in each folder and below it. */
  files: ReadonlyMap<string, number>;
  /** The files whose content came last, the newest first. */
  newest: readonly StoredContent[];
}

/**
 * Keeps the sums of each workplace's files, so that a list counts nothing (ADR 0012). Every write of files and folders commits
 * FoldersChanged, which drops them in every process.
 */
@Injectable()
export class FolderSums {
  private readonly sums = new LoadCache<Sums>(maxWorkplaces, freshMs);

  constructor(
    private readonly rows: FolderItemRepository,
    private readonly commitLog: CommitLog,
    mongo: Mongo,
  ) {
    commitLog.on((event) => {
      if (!event) this.sums.clear();
      else if (event.kind === 'FoldersChanged') this.sums.drop(keyOf(event.tenant));
    });
    mongo.onWrite('folder_items', (row) => {
      if (row && 'workplace' in row) this.sums.drop(keyOf(row as unknown as Tenant));
      else this.sums.clear();
    });
  }

  async of(tenant: Tenant): Promise<Sums> {
    await this.commitLog.sync();
    return (await this.sums.get(keyOf(tenant), () => this.load(tenant)))!;
  }

  private async load(tenant: Tenant): Promise<Sums> {
    const all = await this.rows.contents(tenant);
    return { files: countsAbove(all), newest: all.slice(0, maxNewest) };
  }
}

/** How many of the files are in each folder and below it. */
export function countsAbove(files: readonly Pick<StoredContent, 'path'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files) for (const id of path) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const keyOf = (tenant: Pick<Tenant, 'community' | 'workplace'>) => tenantKey(tenant, '');
