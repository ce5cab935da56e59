import { randomUUID } from 'node:crypto';
import { MongoClient, ObjectId } from 'mongodb';
import { cellsOf } from '@paddock/services/distance-cells';
import { community, people, sentence, termsOf, username } from '../content.mjs';
import { longTitle } from './large-content.mjs';

const batch = 1000;
const unread = 5;
const minute = 60_000;

/**
 * Grows a community to a size by copies of its members and of the shouts of its long conversation. Demo content would create them in
 * one transaction, which takes too long.
 * @param {string} uri
 * @param {{ members: number, shouts: number }} size
 */
export async function growCommunity(uri, { members, shouts }) {
  const client = await new MongoClient(uri).connect();
  try {
    const database = client.db(process.env.MONGODB_DB ?? 'paddock');
    /** @type {(name: string) => import('mongodb').Collection<any>} */
    const rows = (name) => database.collection(name);
    const { _id: long } = await rows('conversations').findOne({ community, title: longTitle });
    await addMembers(rows, long, members);
    await addPositions(rows, people);
    await addShouts(rows, long, shouts);
    const read = { $set: { read_seq: shouts - unread } };
    await rows('conversation_states').updateMany({ community, workplace: '', conversation: long }, read);
  } finally {
    await client.close();
  }
}

/** New members belong to the long conversation's group only. */
async function addMembers(rows, long, count) {
  const models = await rows('users').find({ community }).toArray();
  const of = { community, workplace: '', user: models[0]._id };
  const membership = await rows('memberships').findOne({ ...of, group: long });
  const state = await rows('conversation_states').findOne({ ...of, conversation: long });
  await inBatches(models.length, count, async (numbers) => {
    const users = numbers.map((number) => ({ ...models[number % models.length], ...names(number) }));
    await rows('users').insertMany(users);
    const withUser = (model) => users.map(({ _id: user }) => ({ ...model, _id: newId(), user }));
    await rows('memberships').insertMany(withUser({ ...membership, role: 'member' }));
    await rows('conversation_states').insertMany(withUser(state));
  });
}

/**
 * Half of the members are at one circuit, a quarter up to 18 km away, and of the copies a quarter share no position.
 * @param {(name: string) => import('mongodb').Collection<any>} rows
 * @param {number} models
 */
async function addPositions(rows, models) {
  const users = await rows('users')
    .find({ community }, { projection: { username: 1 } })
    .toArray();
  // The data is kept for longer than positions are.
  const located = new Date('2100-01-01');
  const writes = users.flatMap(({ _id, username: name }) => {
    const number = Number(name.slice(name.indexOf('_') + 1));
    if (number >= models && number % 4 === 3) return [];
    const away = number % 4 === 2 ? ((number % 100) - 50) / 200 : 0;
    return [{ updateOne: { filter: { _id }, update: { $set: { cells: cellsOf([5.97 + away, 50.44]), located } } } }];
  });
  await rows('users').bulkWrite(writes, { ordered: false });
}

/** The fields in which a member differs from the copied one, as the services derive them. @param {number} number */
function names(number) {
  const name = username(number);
  const fullname = `${sentence(number, 1)} Number ${number}`;
  const sorted = { username: `2${name}`, fullname: `2${fullname.toLowerCase()}`, company: `2team ${number % 12}` };
  const name_terms = termsOf(`member ${number} ${fullname} team`);
  const email = `${name}@example.org`;
  const keys = { username_key: name, name_terms, sort_keys: sorted };
  return { _id: newId(), username: name, fullname, email, held_email: email, ...keys, client_id: randomUUID() };
}

/** One shout a minute until now, by all members in turn. */
async function addShouts(rows, conversation, count) {
  const ids = (
    await rows('users')
      .find({ community }, { projection: { _id: 1 } })
      .toArray()
  ).map(({ _id }) => _id);
  const models = await rows('shouts').find({ community, workplace: '', thread: conversation }).toArray();
  const now = Date.now();
  const created = (position) => new Date(now - (count - position + 1) * minute);
  for (const { _id, position } of models)
    await rows('shouts').updateOne({ _id }, { $set: { created: created(position) } });
  let last = models.toSorted((a, b) => a.position - b.position).at(-1);
  await inBatches(models.length, count, async (numbers) => {
    const copies = numbers.map((number) => ({
      ...models[number % models.length],
      ...{ _id: newId(), client_id: `copy ${number}`, author: ids[(number * 17) % ids.length] },
      ...{ position: number + 1, created: created(number + 1) },
    }));
    await rows('shouts').insertMany(copies);
    last = copies.at(-1);
  });
  const { _id: id, author: user, text } = last;
  const last_activity = created(count);
  const last_shout = { id, user, text, created: last_activity, deleted: false };
  await rows('conversations').updateOne({ _id: conversation }, { $set: { seq: count, last_shout, last_activity } });
}

const newId = () => new ObjectId().toHexString();

/** @param {number} from @param {number} to @param {(numbers: number[]) => Promise<void>} add */
async function inBatches(from, to, add) {
  for (let at = from; at < to; at += batch)
    await add(Array.from({ length: Math.min(batch, to - at) }, (_, index) => at + index));
}
