import 'reflect-metadata';
import { userInfo } from 'node:os';
import { ReleaseKeyRepository } from './deployment/uploads/release-key.repository.js';
import { type NewReleaseKey, ReleaseKeys } from './deployment/uploads/release-keys.js';
import { readEnvironment } from './infrastructure/environment/environment.js';
import { Mongo } from './infrastructure/mongo/mongo.js';
import { StartError } from './infrastructure/start-error.js';

/*
 * `node release-keys.js list | add <name> <JSON> | revoke <name>`, for `npm run release-keys`, which has checked its arguments: a
 * process of its own beside the running services, with their environment.
 */

const [act, name = '', options = '{}'] = process.argv.slice(2);
try {
  const mongo = await new Mongo(readEnvironment(process.env)).connect();
  try {
    process.stdout.write(`${await answer(new ReleaseKeys(new ReleaseKeyRepository(mongo)))}\n`);
  } finally {
    await mongo.connection.close();
  }
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function answer(keys: ReleaseKeys): Promise<string> {
  if (act === 'add') return add(keys);
  if (act === 'revoke') {
    if (!(await keys.revoke(name))) throw new StartError(`There is no valid key '${name}'.`);
    return `The key '${name}' is revoked: its next upload is refused.`;
  }
  const rows = await keys.list();
  if (rows.length === 0) return 'There are no keys: npm run release-keys -- add <name> --modules mfe-x makes one.';
  return rows
    .map((key) => {
      const state = key.revoked ? `revoked ${day(key.revoked)}` : key.expires && `valid until ${day(key.expires)}`;
      const channels = key.channels.length > 0 ? `moves ${key.channels.join(', ')}` : 'moves no channel';
      const used = key.last_used ? `used last ${day(key.last_used)}` : 'never used';
      const facts = [key._id, key.modules.join(', '), channels, `made ${day(key.made)} by ${key.by}`, used, state];
      return facts.filter((fact) => fact !== undefined).join('  ');
    })
    .join('\n');
}

async function add(keys: ReleaseKeys): Promise<string> {
  const wanted = JSON.parse(options) as Omit<NewReleaseKey, 'name' | 'by'>;
  const key = await keys.make({ ...wanted, name, by: user() });
  if (key === undefined)
    throw new StartError(`There is a key '${name}' already: revoke it first, or choose another name.`);
  return `${key}\n\nThis is the key '${name}'. It is shown only now: give it to the team by a way that keeps secrets.`;
}

function user(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

// A declaration, since the program above has begun.
function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}
