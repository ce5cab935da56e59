import { Injectable } from '@nestjs/common';
import { type Model, Schema } from 'mongoose';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';

interface StorageMarkRow {
  _id: string;
  mark: string;
}

const schema = new Schema<StorageMarkRow>(
  { _id: String, mark: { type: String, required: true } },
  { versionKey: false },
);

/** The database's own mark, of no community. */
@Injectable()
export class StorageMarkRepository {
  private readonly rows: Model<StorageMarkRow>;

  constructor(mongo: Mongo) {
    this.rows = mongo.model('storage_marks', schema);
  }

  async find(): Promise<string | undefined> {
    const row = await this.rows.findById('files').lean();
    return row?.mark;
  }

  /** @returns false if another process has added one at this moment */
  async add(mark: string): Promise<boolean> {
    try {
      await this.rows.create({ _id: 'files', mark });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
