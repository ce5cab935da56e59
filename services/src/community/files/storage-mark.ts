import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';

interface MarkRow {
  _id: string;
  mark: string;
}

/**
 * Tells whether database and folder of files belong together: both hold the same mark. With another database, such as one of a
 * wrong name, all contents would look as if they had no record.
 */
@Injectable()
export class StorageMark {
  constructor(
    private readonly mongo: Mongo,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Marks both if neither is marked. */
  async fits(): Promise<boolean> {
    const marks = this.mongo.connection.collection<MarkRow>('storage_marks');
    const path = join(this.environment.dataDir, 'files', 'mark');
    const onDisk = await readFile(path, 'utf8').catch(() => undefined);
    const row = await marks.findOne({ _id: 'files' });
    if (onDisk !== undefined) return onDisk === row?.mark;
    const mark = row?.mark ?? randomUUID();
    if (!row)
      try {
        await marks.insertOne({ _id: 'files', mark });
      } catch (error) {
        // Another process is marking them at this moment.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, mark, { mode: 0o600 });
    return true;
  }
}
