import { resolve } from 'node:path';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { dataFolder } from '../paths.mjs';
import { restoreBackup } from '../processes/backups.mjs';

const usage = `npm run restore -- --from FOLDER [--data DIR]    makes a data folder of a backup of npm run backup

  --from FOLDER  the backup
  --data DIR     an empty or missing folder (default DATA_DIR, else var/data)`;

/** @param {string[]} args */
export async function run(args) {
  const { values } = readOptions(args, { from: { type: 'string' }, data: { type: 'string' } }, usage);
  if (values.from === undefined) throw new Failure('Name the backup with --from FOLDER; --help says more.');
  process.umask(0o077);
  const dataDir = dataFolder(values.data);
  const { made, files } = await restoreBackup(resolve(values.from), dataDir);
  console.log(`${dataDir} has the ${files} files of the backup of ${made}. Start Paddock with it.`);
}
