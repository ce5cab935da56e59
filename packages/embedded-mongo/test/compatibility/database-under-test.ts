import { randomBytes } from 'node:crypto';
import { type Collection, type Db, type Document, MongoClient, type ObjectId } from 'mongodb';
import { startEmbeddedMongo } from '../../src/index.js';
import { temporaryFolder } from '../support.js';

/** A document; a missing `_id` is generated. */
export interface Item extends Document {
  _id?: number | ObjectId;
}

/** The database under test. */
export interface DatabaseUnderTest {
  readonly client: MongoClient;
  readonly db: Db;
  /** Creates a collection with exactly these documents. */
  holding(documents: readonly Item[]): Promise<Collection<Item>>;
  close(): Promise<void>;
}

/** The database of `MONGODB_URI` (a replica set, for transactions), otherwise a new embedded-mongo. */
export async function openDatabaseUnderTest(): Promise<DatabaseUnderTest> {
  const { MONGODB_URI: given } = process.env;
  const server = given ? undefined : await startEmbeddedMongo({ dataDir: temporaryFolder() });
  const client = await new MongoClient(given ?? server!.uri, { serverSelectionTimeoutMS: 5000 }).connect();
  const db = client.db(`compatibility_${randomBytes(4).toString('hex')}`);
  return {
    client,
    db,
    async holding(documents) {
      const items = db.collection<Item>('items');
      await items.drop();
      if (documents.length > 0) await items.insertMany([...documents]);
      return items;
    },
    async close() {
      await db.dropDatabase();
      await client.close();
      await server?.stop();
    },
  };
}
