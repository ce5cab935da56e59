import { channelName } from '../channel-name.mjs';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { dataFolder } from '../paths.mjs';
import { runWithDatabase } from '../processes/with-database.mjs';

const usage = `npm run release-keys -- list                              lists the keys with which teams upload releases
npm run release-keys -- add <name> --modules MFE[,MFE]    makes one and prints it once; the registry's log has its name
npm run release-keys -- revoke <name>                     ends it at once

  --modules LIST   the only modules that it releases, such as mfe-timing
  --channels LIST  the channels that it may point to its releases (default none: an operator promotes)
  --days N         how long it is valid (default without limit)
  --data DIR       the data folder of the system (default DATA_DIR, else var/data)

With MONGODB_URI it uses that database, else the one of the data folder, whether Paddock runs or not. Services take uploads with
RELEASE_UPLOADS=1.`;

/** @param {string[]} args */
export async function run(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const options = { modules: text, channels: text, days: text, data: text };
  const { values, positionals } = readOptions(args, options, usage, true);
  const [act = '', name = '', ...more] = positionals;
  if (act === 'list' ? name !== '' : !['add', 'revoke'].includes(act) || !name || more.length > 0)
    throw new Failure('Say list, add <name> --modules LIST, or revoke <name>; --help says more.');
  const dataDir = dataFolder(values.data);
  const given = act === 'add' ? [JSON.stringify(parseKeyOptions(name, values))] : [];
  return runWithDatabase('release-keys.js', [act, name, ...given], dataDir);
}

/**
 * @param {string} name
 * @param {Record<string, string>} values
 */
function parseKeyOptions(name, { modules = '', channels = '', days = '' }) {
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(name))
    throw new Failure(`A key's name is 2 to 40 lower-case letters, digits and hyphens, not '${name}'.`);
  const named = listOf(modules);
  const wrong = named.find((id) => !/^mfe-[a-z-]+$/.test(id));
  if (named.length === 0 || wrong !== undefined)
    throw new Failure(`--modules names modules such as mfe-timing${wrong === undefined ? '' : `, not '${wrong}'`}.`);
  if (days !== '' && !/^[1-9]\d{0,3}$/.test(days))
    throw new Failure(`--days takes a number from 1 to 9999, not '${days}'.`);
  return { modules: named, channels: listOf(channels).map(channelName), ...(days && { days: Number(days) }) };
}

const listOf = (/** @type {string} */ text) => [...new Set(text.split(',').flatMap((part) => part.trim() || []))];
