import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Document, ObjectId } from 'mongodb';
import { startTestServer, type TestServer } from './support.js';

let it_: TestServer;
beforeAll(async () => {
  it_ = await startTestServer();
  const c = it_.db.collection('c');
  await c.insertOne({ a: 1 });
  await c.createIndex({ a: 1, b: -1 });
});
afterAll(() => it_.stop());

function scanOf(plan: Document): Document {
  return plan['stage'] === 'IXSCAN' ? plan : scanOf(plan['inputStage']);
}

const all = '[MinKey, MaxKey]';
const back = '[MaxKey, MinKey]';
const id = new ObjectId('65f000000000000000000001');
const cases: [filter: Document, a: string[], b: string[]][] = [
  [{ a: 1 }, ['[1, 1]'], [back]],
  [{ a: { $in: ['y', 'x', 2] } }, ['[2, 2]', '["x", "x"]', '["y", "y"]'], [back]],
  [{ a: { $gt: 1, $lte: 5 } }, ['(1, 5]'], [back]],
  [{ a: { $gte: 1.5 } }, ['[1.5, inf]'], [back]],
  [{ a: { $lt: 'm' } }, ['["", "m")'], [back]],
  [{ a: { $gt: 'm' } }, ['("m", {})'], [back]],
  [{ a: null }, ['[null, null]'], [back]],
  [{ a: { $gte: new Date(5) } }, ['[new Date(5), new Date(9223372036854775807)]'], [back]],
  [{ a: id, b: { $gt: 3 } }, [`[${`ObjectId('${id.toHexString()}')`}, ObjectId('${id.toHexString()}')]`], ['[inf, 3)']],
  [{ a: true, b: { $in: [1, 2] } }, ['[true, true]'], ['[2, 2]', '[1, 1]']],
  [{ a: /^ab/ }, ['["ab", "ac")', '[/^ab/, /^ab/]'], [back]],
];

it.each(cases)('the bounds of %j', async (filter, a, b) => {
  const plan = await it_.db.collection('c').find(filter).explain('queryPlanner');
  expect(scanOf(plan['queryPlanner'].winningPlan)['indexBounds']).toEqual({ a, b });
});

it('the bounds of an index that is read backwards', async () => {
  const plan = await it_.db
    .collection('c')
    .find({ a: { $gt: 1 } })
    .sort({ a: -1 })
    .explain('queryPlanner');
  expect(scanOf(plan['queryPlanner'].winningPlan)).toMatchObject({
    direction: 'backward',
    indexBounds: { a: ['[inf, 1)'], b: [all] },
  });
});
