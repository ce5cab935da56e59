import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Document } from 'mongodb';
import { Database } from '../src/storage/database.js';
import { startTestServer, type TestServer } from './support.js';

const MEMBERS = 500;
const WANTED = [3, 77, 401];

interface Row extends Document {
  _id: number;
}

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer();
  const members = Array.from({ length: MEMBERS }, (_, _id) => ({ _id, number: _id, rank: -_id }));
  await running.db.collection<Row>('members').insertMany(members);
  await running.db.collection<Row>('members').createIndex({ number: 1 });
  await running.db.collection<Row>('wanted').insertMany(WANTED.map((number, _id) => ({ _id, number, rank: -number })));
});
afterAll(() => running.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const byField = (field: string): Document => ({ localField: field, foreignField: field });
const byPipeline = (field: string, ...others: Document[]): Document => ({
  let: { wanted: `$${field}` },
  pipeline: [{ $match: { $expr: { $and: [{ $eq: [`$${field}`, '$$wanted'] }, ...others] } } }],
});

/** Joins members to the wanted documents and counts the records read. */
async function joined(how: Document): Promise<{ found: unknown[]; read: number }> {
  const read = jest.spyOn(Database.prototype, 'read');
  const pipeline = [{ $lookup: { from: 'members', as: 'members', ...how } }, { $unwind: '$members' }];
  const docs = await running.db.collection<Row>('wanted').aggregate(pipeline).toArray();
  return { found: docs.map(({ members }) => (members as Row)._id), read: read.mock.calls.length };
}

it.each<[string, Document]>([
  ['by field', byField('number')],
  ['by a pipeline that starts with an equality', byPipeline('number')],
  ['by an equality among other conditions', byPipeline('number', { $gte: ['$number', 0] })],
])('a join %s reads only what the index finds', async (_name, how) => {
  expect(await joined(how)).toEqual({ found: WANTED, read: WANTED.length * 2 });
});

it.each<[string, Document]>([
  ['field', byField('rank')],
  ['pipeline', byPipeline('rank')],
])('a join by %s without an index reads everything each time', async (_name, how) => {
  expect(await joined(how)).toEqual({ found: WANTED, read: WANTED.length * (1 + MEMBERS) });
});
