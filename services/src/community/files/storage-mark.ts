import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { FILE_STORAGE, type FileStorage } from '../../infrastructure/storage/storage.js';
import { StorageMarkRepository } from './storage-mark.repository.js';

/**
 * Checks whether database and stored files belong together: both hold the same mark. With another database, such as one of a
 * wrong name, all contents would look as if they had no record.
 */
@Injectable()
export class StorageMark {
  constructor(
    private readonly marks: StorageMarkRepository,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
  ) {}

  /** Marks both if neither is marked. */
  async fits(): Promise<boolean> {
    const stored = await this.storage.readMark();
    const own = await this.marks.find();
    if (stored !== undefined) return stored === own;
    const mark = own ?? randomUUID();
    if (own === undefined && !(await this.marks.add(mark))) return false;
    await this.storage.writeMark(mark);
    return true;
  }
}
