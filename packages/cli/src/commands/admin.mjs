import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { dataFolder } from '../paths.mjs';
import { runWithDatabase } from '../processes/with-database.mjs';

const usage = `npm run admin -- <community>                      lists the super admins of a community
npm run admin -- <community> <e-mail>             prints a link that makes the account with this address super admin, and
                                                  the account if there is none; it works once, for one hour
npm run admin -- <community> <e-mail> --remove    takes that away again, but not from the last one

  --data DIR  the data folder of the system (default DATA_DIR, else var/data)

With MONGODB_URI it uses that database, else the one of the data folder, whether Paddock runs or not.`;

/** @param {string[]} args */
export async function run(args) {
  const options = /** @type {const} */ ({ data: { type: 'string' }, remove: { type: 'boolean' } });
  const { values, positionals } = readOptions(args, options, usage, true);
  const [community, email, ...more] = positionals;
  if (community === undefined || more.length > 0 || (values.remove && email === undefined))
    throw new Failure('Name a community and, to make or remove an admin, an e-mail address; --help says more.');
  const dataDir = dataFolder(values.data);
  const given = [community, ...(email === undefined ? [] : [email]), ...(values.remove ? ['--remove'] : [])];
  return runWithDatabase('admin.js', given, dataDir);
}
