import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { FILE_STORAGE, type FileStorage } from '../../infrastructure/storage/storage.js';

interface MarkRow {
  _id: string;
  mark: string;
}

/**
 * Checks whether database and stored files belong together: both hold the same mark. With another database, such as one of a
 * wrong name, all contents would look as if they had no record.
 */
@Injectable()
export class StorageMark {
  constructor(
    private readonly mongo: Mongo,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
  ) {}

  /** Marks both if neither is marked. */
  async fits(): Promise<boolean> {
    const marks = this.mongo.connection.collection<MarkRow>('storage_marks');
    const stored = await this.storage.readMark();
    const row = await marks.findOne({ _id: 'files' });
    if (stored !== undefined) return stored === row?.mark;
    const mark = row?.mark ?? randomUUID();
    if (!row)
      try {
        await marks.insertOne({ _id: 'files', mark });
      } catch (error) {
        // Another process is marking them at this moment.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    await this.storage.writeMark(mark);
    return true;
  }
}
