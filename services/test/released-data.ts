import { restore, startEmbeddedMongo } from 'embedded-mongo';
import { BSON } from 'mongodb';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const releases = fileURLToPath(new URL('releases', import.meta.url));

/** A record as the release wrote it. */
export type ReleasedRow = Readonly<Record<string, unknown>> & { _id: string };

export interface ReleasedData {
  /** Settings that start the services on the data. */
  variables: { MONGODB_URI: string; MONGODB_DB: string };
  /** Records of a collection of the dump; empty if the release had no such collection. */
  rows(collection: string): Promise<ReleasedRow[]>;
  stop(): Promise<void>;
}

/** The versions of the whole whose data the repository has. */
export async function releasedVersions(): Promise<string[]> {
  return (await readdir(releases)).map((name) => name.replace(/\.tar\.gz$/, ''));
}

/** A server with the demo communities as that version wrote them (docs/how-to/upgrade.md says how the archive is made). */
export async function startReleasedData(version: string): Promise<ReleasedData> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-released-'));
  const dump = join(folder, 'dump');
  await mkdir(dump);
  execFileSync('tar', ['xzf', join(releases, `${version}.tar.gz`), '-C', dump]);
  await restore(join(folder, 'database'), dump);
  const server = await startEmbeddedMongo({ dataDir: join(folder, 'database') });
  return {
    variables: { MONGODB_URI: server.uri, MONGODB_DB: 'paddock' },
    async rows(collection) {
      const text = await readFile(join(dump, 'paddock', `${collection}.json`), 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => BSON.EJSON.parse(line) as ReleasedRow);
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
