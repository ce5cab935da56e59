import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { dataFolder } from '../paths.mjs';
import { backUp } from '../processes/backups.mjs';

const usage = `npm run backup -- --to FOLDER [--data DIR]    copies database, files and secret, also while Paddock runs

  --to FOLDER  an empty or missing folder, only for the user that runs this
  --data DIR   the data folder (default DATA_DIR, else var/data)

npm run restore makes a data folder of it. For a database of MongoDB, see docs/how-to/back-up.md.`;

/** @param {string[]} args */
export async function run(args) {
  const { values } = readOptions(args, { to: { type: 'string' }, data: { type: 'string' } }, usage);
  if (values.to === undefined) throw new Failure('Name the folder of the backup with --to FOLDER; --help says more.');
  const { MONGODB_URI, MONGODB_URI_FILE } = process.env;
  const uri = MONGODB_URI || (MONGODB_URI_FILE && (await readFile(MONGODB_URI_FILE, 'utf8')).trim());
  // The replica set of this name is embedded-mongo's, whose folder is copied.
  if (uri && !/[?&]replicaSet=embedded(&|$)/.test(uri))
    throw new Failure(
      'The database of MONGODB_URI is not in the data folder: docs/how-to/back-up.md says how to copy it.',
    );
  process.umask(0o077);
  const dataDir = dataFolder(values.data);
  const to = resolve(values.to);
  const { files, bytes, hasSecret, hasFiles } = await backUp(dataDir, to);
  console.log(`Copied ${dataDir} to ${to}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`);
  if (!hasSecret) console.log('The data folder has no secret: store the value of SECRET beside the backup.');
  if (!hasFiles) console.log('The data folder has no files: copy the bucket of S3_BUCKET, if it is set.');
}
