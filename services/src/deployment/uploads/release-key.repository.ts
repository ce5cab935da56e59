import { Injectable } from '@nestjs/common';
import { type Model, Schema } from 'mongoose';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';

/** What a team sends releases with. Its id is the name that the registry's log has; the key itself is not stored. */
export interface ReleaseKey {
  _id: string;
  /** The sha256 of the key. */
  digest: string;
  /** The only modules that it releases. */
  modules: string[];
  /** The channels that it may point to its releases. */
  channels: string[];
  made: Date;
  /** The name of its maker. */
  by: string;
  expires?: Date;
  revoked?: Date;
  last_used?: Date;
}

const schema = new Schema<ReleaseKey>(
  {
    _id: String,
    digest: { type: String, required: true, unique: true },
    modules: { type: [String], required: true },
    channels: { type: [String], required: true },
    made: { type: Date, required: true },
    by: { type: String, required: true },
    expires: Date,
    revoked: Date,
    last_used: Date,
  },
  { versionKey: false, strict: 'throw', strictQuery: 'throw' },
);

/** The release keys of the system, of no community: all communities share the registry. */
@Injectable()
export class ReleaseKeyRepository {
  private readonly rows: Model<ReleaseKey>;

  constructor(mongo: Mongo) {
    this.rows = mongo.model('release_keys', schema);
  }

  /** In the order of their names. */
  all(): Promise<ReleaseKey[]> {
    return this.rows.find().sort({ _id: 1 }).lean();
  }

  byDigest(digest: string): Promise<ReleaseKey | null> {
    return this.rows.findOne({ digest }).lean();
  }

  /** Adds a key; one of the same name must be revoked, and is replaced. @returns false if it is not */
  async add({ _id, ...key }: ReleaseKey): Promise<boolean> {
    await this.rows.deleteOne({ _id, revoked: { $exists: true } });
    try {
      await this.rows.create({ _id, ...key });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  /** @returns false if no key has the name, or it is revoked */
  async revoke(_id: string, revoked: Date): Promise<boolean> {
    const { matchedCount } = await this.rows.updateOne({ _id, revoked: { $exists: false } }, { $set: { revoked } });
    return matchedCount > 0;
  }

  async use(_id: string, at: Date): Promise<void> {
    await this.rows.updateOne({ _id }, { $set: { last_used: at } });
  }
}
