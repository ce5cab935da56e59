import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Collection, Document } from 'mongodb';
import { serverError } from '../support.js';
import { type DatabaseUnderTest, type Item, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
let items: Collection<Item>;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
});
beforeEach(async () => {
  items = await under.holding([
    { _id: 1, name: '$name' },
    { _id: 2, name: 'b' },
  ]);
});
afterAll(() => under.close());

/** The ids that are left. */
const ids = async (): Promise<unknown[]> => (await items.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

const IS_Y = { $expr: { $eq: ['$_id', '$$y'] } };

/** Definitions of `y` whose value is 1. */
const DEFINITIONS: Document[] = [
  { y: 1 },
  { y: { $literal: 1 } },
  { y: { $add: [0, 1] } },
  { y: { $cond: [{ $gt: ['$$NOW', new Date(0)] }, 1, 2] } },
  { x: { $literal: 1 }, y: '$$x' },
  { y: { $let: { vars: { a: 3 }, in: { $subtract: ['$$a', 2] } } } },
  { y: { $size: { $map: { input: [7], as: 'seven', in: '$$seven' } } } },
];

describe.each(DEFINITIONS.map((definition) => [definition]))('let %j', (definition) => {
  it('is evaluated by find, in its filter and its projection', async () => {
    const found = items.find(IS_Y, { let: definition, projection: { z: '$$y' } });
    expect(await found.toArray()).toEqual([{ _id: 1, z: 1 }]);
  });

  it('is evaluated by aggregate, also in a nested pipeline', async () => {
    const nested = [{ $match: IS_Y }, { $project: { z: '$$y' } }];
    const pipeline = [{ $match: IS_Y }, { $lookup: { from: 'items', pipeline: nested, as: 'found' } }];
    expect(await items.aggregate(pipeline, { let: definition }).toArray()).toEqual([
      { _id: 1, name: '$name', found: [{ _id: 1, z: 1 }] },
    ]);
  });

  it('is evaluated by delete', async () => {
    await items.deleteMany({ $expr: { $ne: ['$_id', '$$y'] } }, { let: definition });
    expect(await ids()).toEqual([1]);
  });

  it('is evaluated by update, in its filter and its pipeline', async () => {
    await items.updateMany(IS_Y, [{ $set: { z: '$$y' } }], { let: definition });
    expect(await items.find({ z: 1 }).toArray()).toEqual([{ _id: 1, name: '$name', z: 1 }]);
  });

  it('is evaluated by findAndModify', async () => {
    const change = [{ $set: { z: '$$y' } }];
    const options = { let: definition, returnDocument: 'after', projection: { w: '$$y', z: 1 } } as const;
    expect(await items.findOneAndUpdate(IS_Y, change, options)).toEqual({ _id: 1, w: 1, z: 1 });
    await items.findOneAndDelete(IS_Y, { let: definition });
    expect(await ids()).toEqual([2]);
  });
});

it('a value of let is not evaluated again', async () => {
  const found = items.find({ $expr: { $eq: ['$name', '$$text'] } }, { let: { text: { $literal: '$name' } } });
  expect((await found.toArray()).map(({ _id }) => _id)).toEqual([1]);
});

it('explain of a delete uses its let', async () => {
  const command = { delete: 'items', deletes: [{ q: IS_Y, limit: 0 }], let: { y: { $literal: 1 } } };
  const { executionStats } = await under.db.command({ explain: command, verbosity: 'executionStats' });
  expect(executionStats.nReturned).toBe(1);
});

const commandsWith = (definition: unknown): Document[] => [
  { find: 'items', let: definition },
  { aggregate: 'items', pipeline: [], cursor: {}, let: definition },
  { delete: 'items', deletes: [{ q: {}, limit: 0 }], let: definition },
  { update: 'items', updates: [{ q: {}, u: [{ $set: { z: 1 } }], multi: true }], let: definition },
  { findAndModify: 'items', query: {}, remove: true, let: definition },
];

it.each<[definition: Document, code: number]>([
  [{ y: '$_id' }, 4890500],
  [{ y: { $add: [1, '$_id'] } }, 4890500],
  [{ y: '$$ROOT' }, 4890500],
  [{ y: '$$CURRENT._id' }, 4890500],
  [{ y: { $getField: '_id' } }, 4890500],
  [{ Y: 1 }, 16867],
])('let %j is refused by every command, which changes nothing', async (definition, code) => {
  for (const command of commandsWith(definition)) {
    expect((await serverError(under.db.command(command))).code).toBe(code);
  }
  expect(await ids()).toEqual([1, 2]);
});
