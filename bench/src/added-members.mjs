import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { MongoClient, ObjectId } from 'mongodb';
import { community } from './content.mjs';

/**
 * Adds members like those of the content, each with a session. Stores them directly, because each sign-in costs a password hash.
 * @param {Awaited<ReturnType<typeof import('./loaded-paddock.mjs').startLoaded>>} loaded
 * @param {number} count
 * @param {object} [more] fields of their records
 * @param {{ isInGroups?: boolean }} [options] in the groups of the content, unless false
 */
export async function addMembers({ paddock, members }, count, more = {}, { isInGroups = true } = {}) {
  const client = await new MongoClient(paddock.databaseUri).connect();
  try {
    const database = client.db(process.env.MONGODB_DB ?? 'paddock');
    const [first] = members;
    const model = await database.collection('users').findOne({ _id: /** @type {any} */ (first?.id) });
    const session = await database.collection('sessions').findOne({ community, user: first?.id });
    const memberships = await database.collection('memberships').find({ community, user: first?.id }).toArray();
    const added = Array.from({ length: count }, (_, index) => {
      const [_id, name, token] = [
        new ObjectId().toHexString(),
        `fan_${randomBytes(4).toString('hex')}_${index}`,
        randomBytes(32).toString('base64url'),
      ];
      const email = `${name}@example.org`;
      const names = { username: name, username_key: name, email, held_email: email, client_id: randomUUID() };
      const digest = createHash('sha256').update(token).digest('hex');
      return {
        token,
        user: { ...model, ...names, ...more, _id },
        session: { ...session, _id: digest, user: _id },
        memberships: memberships.map((row) => ({ ...row, _id: new ObjectId().toHexString(), user: _id })),
      };
    });
    const insert = (collection, rows) => database.collection(collection).insertMany(/** @type {any} */ (rows));
    await insert(
      'users',
      added.map(({ user }) => user),
    );
    await insert(
      'sessions',
      added.map((one) => one.session),
    );
    if (isInGroups)
      await insert(
        'memberships',
        added.flatMap((one) => one.memberships),
      );
    return added.map(({ token, user }) => ({ token, id: user._id }));
  } finally {
    await client.close();
  }
}
