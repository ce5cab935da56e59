import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root, varDir } from '@paddock/cli/paths.mjs';
import { MongoClient } from 'mongodb';
import { community } from '../content.mjs';
import { startLoaded } from '../loaded-paddock.mjs';
import { largeContent, largeFlags, longTitle } from './large-content.mjs';
import { growCommunity } from './grown-community.mjs';

/**
 * Sizes of the measured community: members, and shouts in its long conversation.
 * @typedef {{ members: number, shouts: number }} Size
 */
export const sizes = {
  small: { members: 500, shouts: 1_000 },
  full: { members: 5_000, shouts: 100_000 },
  long: { members: 5_000, shouts: 1_000_000 },
};

const seeds = join(varDir, 'bench', 'seeds');
/** @param {Size} size */
const nameOf = ({ members, shouts }) => `${members}-${shouts}`;

/**
 * Starts the built product with a large community. Its data is created once and kept in `var/bench/seeds` until the content, the
 * stored fields or indexes change.
 * @param {{ folder: string, size: Size, profile?: boolean }} options
 */
export async function startLarge({ folder, size, profile = false }) {
  const content = largeContent();
  const options = { folder, content, flags: largeFlags };
  const kept = join(seeds, `${nameOf(size)}-${await seedHash(content)}`);
  if (!(await isPresent(kept))) await createSeed(options, size, kept);
  const loaded = await startLoaded({ ...options, profile, kept });
  const ids = await idsOf(loaded);
  const body = { group: ids.emptyGroups[0], shout: 'Which tyres?', poll_options: ['Slick', 'Wet'] };
  const { id, poll } = await loaded.call('POST', '/shouts', body, loaded.memberAt(0).token);
  return { ...loaded, ...ids, size, poll: { id, options: poll.options } };
}

/** @typedef {Awaited<ReturnType<typeof startLarge>>} LargePaddock */

async function createSeed(options, size, kept) {
  const began = performance.now();
  for (const name of await readdir(seeds).catch(() => []))
    if (name.startsWith(`${nameOf(size)}-`)) await rm(join(seeds, name), { recursive: true });
  const loaded = await startLoaded(options);
  await growCommunity(loaded.paddock.databaseUri, size).finally(loaded.stop);
  await mkdir(seeds, { recursive: true });
  await cp(join(options.folder, 'data'), `${kept}.tmp`, { recursive: true });
  await rename(`${kept}.tmp`, kept);
  console.log(
    `  ✓ created a community of ${size.members} members in ${Math.round((performance.now() - began) / 1000)} s`,
  );
}

/** A hash of the content and of the code that determines stored rows: schemas, demo content, copies. @param {object} content */
async function seedHash(content) {
  const hash = createHash('sha256').update(JSON.stringify(content));
  const dist = join(root, 'services/dist');
  const files = await readdir(dist, { recursive: true });
  const stored = files.filter((file) => /(^demo\/.*|\.schema)\.js$/.test(file)).toSorted();
  for (const file of stored) hash.update(await readFile(join(dist, file)));
  hash.update(await readFile(new URL('grown-community.mjs', import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}

const isPresent = (folder) =>
  readdir(folder).then(
    () => true,
    () => false,
  );

/** Ids of the community's records, read from the database. @param {Awaited<ReturnType<typeof startLoaded>>} loaded */
async function idsOf({ paddock, members }) {
  const client = await new MongoClient(paddock.databaseUri).connect();
  try {
    const database = client.db(process.env.MONGODB_DB ?? 'paddock');
    /** @param {string} name @param {object} filter */
    const rows = (name, filter = {}) =>
      /** @type {Promise<any[]>} */ (
        database
          .collection(name)
          .find({ community, workplace: '', ...filter })
          .sort({ _id: 1 })
          .toArray()
      );
    const all = await rows('conversations', { kind: 'group' });
    const long = all.find(({ title }) => title === longTitle)._id;
    const groups = all.filter(({ title, seq }) => title !== longTitle && seq > 0).map(({ _id }) => _id);
    const emptyGroups = all.filter(({ seq, title }) => seq === 0 && title.startsWith('Garage')).map(({ _id }) => _id);
    const topics = (await rows('shouts', { thread: { $in: groups } })).map(({ _id, author, conversation }) => ({
      id: _id,
      author,
      group: conversation,
    }));
    const owners = new Map((await rows('memberships', { role: 'owner' })).map(({ group, user }) => [group, user]));
    const memberOf = (id) => members.find((member) => member.id === id);
    const events = (await rows('events')).map(({ _id, user, end }) => ({ id: _id, by: memberOf(user), end }));
    return {
      long,
      groups,
      emptyGroups,
      topics,
      ownerOf: (group) => memberOf(owners.get(group)),
      pastEvents: events.filter(({ end }) => end < Date.now() - 8 * 3_600_000),
      events: events.filter(({ end }) => end > Date.now() + 8 * 3_600_000),
      dues: (await rows('dues')).map(({ _id }) => ({ id: _id })),
      rooms: (await rows('rooms')).map(({ _id }) => ({ id: _id })),
      links: (await rows('links')).map(({ _id }) => ({ id: _id })),
      ads: (await rows('classifieds')).map(({ _id, owner }) => ({ id: _id, by: memberOf(owner) })),
      notices: (await rows('sponsors')).map(({ _id, owner, acknowledge }) => ({
        id: _id,
        by: memberOf(owner),
        acknowledged: Boolean(acknowledge),
      })),
    };
  } finally {
    await client.close();
  }
}
