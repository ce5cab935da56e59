import { BSON } from 'mongodb';
import { restore } from 'embedded-mongo';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('former-data', import.meta.url));
const ending = '.tgz';

/** A row as the former release wrote it. */
export type FormerRow = Readonly<Record<string, unknown>> & {
  _id: string;
  community: string;
  workplace?: string;
  workplaces?: string[];
};

/** What a former release wrote into its database (docs/how-to/upgrade.md). */
export interface FormerData {
  /** A data folder of embedded-mongo, to be opened by the services. */
  readonly dataDir: string;
  rows(collection: string): Promise<FormerRow[]>;
  remove(): Promise<void>;
}

/** The names of the dumps, such as `0.1.0`. */
export async function formerReleases(): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
}

export async function unpackFormerData(release: string): Promise<FormerData> {
  const scratch = await mkdtemp(join(tmpdir(), 'paddock-former-'));
  await promisify(execFile)('tar', ['xzf', join(folder, `${release}${ending}`), '-C', scratch]);
  const dataDir = join(scratch, 'restored');
  await restore(dataDir, scratch);
  const read = new Map<string, Promise<FormerRow[]>>();
  const rowsOf = async (collection: string) => {
    const text = await readFile(join(scratch, 'paddock', `${collection}.json`), 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => BSON.EJSON.parse(line) as FormerRow);
  };
  return {
    dataDir,
    rows: (collection) => {
      const rows = read.get(collection) ?? rowsOf(collection);
      read.set(collection, rows);
      return rows;
    },
    remove: () => rm(scratch, { recursive: true, force: true }),
  };
}
