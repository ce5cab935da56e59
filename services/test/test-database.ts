import { MongoClient } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from 'embedded-mongo';

export interface TestDatabase {
  uri: string;
  name: string;
  stop(): Promise<void>;
}

/** A new database: on the server of `MONGODB_URI` if set, else on an embedded one. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().slice(0, 8)}`;
  const { MONGODB_URI: given } = process.env;
  if (given) {
    const drop = async () => {
      const client = await new MongoClient(given).connect();
      await client.db(name).dropDatabase();
      await client.close();
    };
    return { uri: given, name, stop: drop };
  }
  const dataDir = await mkdtemp(join(await scratchDir(), 'paddock-mongo-'));
  const server = await startEmbeddedMongo({ dataDir, port: 0 });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { uri: server.uri, name, stop };
}

/** In memory if the machine has enough: no test of the services checks durability. */
async function scratchDir(): Promise<string> {
  const memory = '/dev/shm';
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > 2 ** 30 ? memory : tmpdir();
}
