import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

let it_: TestServer;
beforeAll(async () => {
  it_ = await startTestServer();
  await it_.db.collection<{ _id: number; a: number }>('c').insertOne({ _id: 1, a: 1 });
});
afterAll(() => it_.stop());

const NOT_IMPLEMENTED = 238;

const cases: [command: Document, code: number, named: string][] = [
  [{ nosuch: 1 }, 59, 'nosuch'],
  [{ mapReduce: 'c' }, 59, 'mapReduce'],
  [{ saslStart: 1, mechanism: 'PLAIN', payload: '' }, 59, 'saslStart'],
  [{ refreshSessions: [] }, 59, 'refreshSessions'],
  [{ killSessions: [] }, 59, 'killSessions'],
  [{ ping: 1, apiVersion: '1' }, NOT_IMPLEMENTED, 'apiVersion'],
  [{ getParameter: 1, nosuch: 1 }, 40415, 'nosuch'],
  [{ find: 'c', nosuch: 1 }, 40415, 'find.nosuch'],
  [{ find: 'c', collation: { locale: 'de' } }, NOT_IMPLEMENTED, 'collation'],
  [{ find: 'c', tailable: true }, NOT_IMPLEMENTED, 'tailable'],
  [{ find: 'c', filter: { $where: '1' } }, NOT_IMPLEMENTED, '$where'],
  [{ find: 'c', filter: { a: { $near: [1, 2] } } }, NOT_IMPLEMENTED, '$near'],
  [{ find: 'c', filter: { $text: { $search: 'x' } } }, NOT_IMPLEMENTED, '$text'],
  [{ find: 'c', filter: { a: { $unknown: 1 } } }, 2, '$unknown'],
  [{ find: 'c', filter: { $unknown: 1 } }, 2, '$unknown'],
  [{ find: 'c', filter: { $or: [] } }, 2, '$or'],
  [{ find: 'c', filter: { a: { $gt: 1, $or: [{ b: 1 }] } } }, 2, '$or'],
  [{ find: 'c', filter: { a: { $not: {} } } }, 2, '$not'],
  [{ find: 'c', filter: { a: { $type: 'nosuch' } } }, 2, 'nosuch'],
  [{ find: 'c', filter: { a: { $mod: [0, 1] } } }, 2, 'mod'],
  [{ find: 'c', filter: { a: { $bitsAllSet: 1 } } }, NOT_IMPLEMENTED, '$bitsAllSet'],
  [{ find: 'c', filter: { a: { $bitsAnySet: 1 } } }, NOT_IMPLEMENTED, '$bitsAnySet'],
  [{ find: 'c', filter: { a: { $bitsAllClear: 1 } } }, NOT_IMPLEMENTED, '$bitsAllClear'],
  [{ find: 'c', filter: { a: { $not: { $bitsAnyClear: [0] } } } }, NOT_IMPLEMENTED, '$bitsAnyClear'],
  [{ delete: 'c', deletes: [{ q: { $or: 1 }, limit: 1 }] }, 2, '$or'],
  [{ find: 'c', filter: { a: { $in: 1 } } }, 2, '$in'],
  [{ find: 'c', filter: { $expr: { $function: { body: '', args: [], lang: 'js' } } } }, NOT_IMPLEMENTED, '$function'],
  [{ find: 'none', filter: { a: { $unknown: 1 } } }, 2, '$unknown'],
  [
    {
      aggregate: 'c',
      pipeline: [{ $project: { x: { $dateTrunc: { date: new Date(0), unit: 'day', timezone: 'Europe/Berlin' } } } }],
      cursor: {},
    },
    NOT_IMPLEMENTED,
    '$dateTrunc',
  ],
  [
    {
      aggregate: 'c',
      pipeline: [{ $project: { x: { $dateTrunc: { date: new Date(0), unit: 'week' } } } }],
      cursor: {},
    },
    NOT_IMPLEMENTED,
    '$dateTrunc',
  ],
  [
    {
      aggregate: 'c',
      pipeline: [{ $project: { x: { $dateAdd: { startDate: new Date(0), unit: 'month', amount: 1 } } } }],
      cursor: {},
    },
    NOT_IMPLEMENTED,
    '$dateAdd',
  ],
  [
    { aggregate: 'c', pipeline: [{ $project: { x: { $isoWeekYear: new Date(0) } } }], cursor: {} },
    NOT_IMPLEMENTED,
    '$isoWeekYear',
  ],
  [
    {
      aggregate: 'c',
      pipeline: [{ $project: { x: { $dateToString: { date: new Date(0), format: '%G' } } } }],
      cursor: {},
    },
    NOT_IMPLEMENTED,
    '%G',
  ],
  [{ aggregate: 'c', pipeline: [{ $project: { x: { $toUpper: 5 } } }], cursor: {} }, NOT_IMPLEMENTED, '$toUpper'],
  [{ find: 'c', sort: { a: 2 } }, 2, "'a'"],
  [{ find: 'c', sort: { a: { $meta: 'textScore' } } }, NOT_IMPLEMENTED, '$meta'],
  [{ find: 'c', skip: -1 }, 2, 'skip'],
  [{ find: '' }, 73, 'find'],
  [{ find: 'a$b' }, 73, 'a$b'],
  [{ count: 'c', collation: { locale: 'de' } }, NOT_IMPLEMENTED, 'collation'],
  [
    { update: 'c', updates: [{ q: {}, u: { $set: { b: 1 } }, collation: { locale: 'de' } }] },
    NOT_IMPLEMENTED,
    'collation',
  ],
  [{ update: 'c', updates: [{ q: {}, u: { $set: { b: 1 } }, nosuch: 1 }] }, 40415, 'nosuch'],
  [{ update: 'c', updates: [{ q: {}, u: { b: 1 }, multi: true }] }, 9, 'multi'],
  [{ delete: 'c', deletes: [{ q: {}, limit: 2 }] }, 9, 'limit'],
  [{ insert: 'c', documents: [] }, 72, 'batch'],
  [{ insert: 'c', documents: [{ x: 1 }], writeConcern: { w: 3 } }, 100, 'nodes'],
  [{ findAndModify: 'c', query: {}, update: {}, collation: { locale: 'de' } }, NOT_IMPLEMENTED, 'collation'],
  [{ findAndModify: 'c', query: {}, remove: true, update: {} }, 9, 'remove'],
  [{ aggregate: 'c', pipeline: [{ $out: 'x' }, { $limit: 1 }], cursor: {} }, 40601, '$out'],
  [{ aggregate: 'c', pipeline: [{ $changeStream: {} }], cursor: {} }, NOT_IMPLEMENTED, '$changeStream'],
  ...[
    '$bucket',
    '$bucketAuto',
    '$densify',
    '$documents',
    '$fill',
    '$graphLookup',
    '$redact',
    '$sample',
    '$merge',
    '$facet',
    '$unionWith',
  ].map((stage): (typeof cases)[number] => [
    { aggregate: 'c', pipeline: [{ [stage]: {} }], cursor: {} },
    NOT_IMPLEMENTED,
    stage,
  ]),
  [{ aggregate: 1, pipeline: [{ $documents: [] }], cursor: {} }, NOT_IMPLEMENTED, '$documents'],
  [
    { aggregate: 'c', pipeline: [{ $lookup: { from: 'c', as: 'x', pipeline: [{ $out: 'x' }] } }], cursor: {} },
    40601,
    '$out',
  ],
  [{ aggregate: 'c', pipeline: [{ $nosuch: {} }], cursor: {} }, 40324, '$nosuch'],
  [
    { aggregate: 'c', pipeline: [{ $group: { _id: 1, x: { $accumulator: {} } } }], cursor: {} },
    NOT_IMPLEMENTED,
    '$accumulator',
  ],
  [{ aggregate: 'c', pipeline: [] }, 9, 'cursor'],
  ...['$stdDevPop', '$covarianceSamp', '$median', '$firstN', '$maxN', '$top', '$bottomN'].map(
    (operator): (typeof cases)[number] => [
      { aggregate: 'c', pipeline: [{ $group: { _id: 1, x: { [operator]: {} } } }], cursor: {} },
      NOT_IMPLEMENTED,
      operator,
    ],
  ),
  [
    { aggregate: 'c', pipeline: [{ $setWindowFields: { output: { x: { $sum: 1 } } } }], cursor: {} },
    NOT_IMPLEMENTED,
    '$setWindowFields',
  ],
  [{ aggregate: 'c', pipeline: [{ $group: { _id: 1, x: { $nosuch: 1 } } }], cursor: {} }, 15952, '$nosuch'],
  [
    {
      aggregate: 'c',
      pipeline: [{ $lookup: { from: 'c', let: { x: { $sqrt: 4 } }, pipeline: [], as: 'l' } }],
      cursor: {},
    },
    NOT_IMPLEMENTED,
    '$sqrt',
  ],
  ...['$round', '$sqrt', '$sin', '$toString', '$convert', '$setUnion', '$bitAnd', '$sortArray', '$indexOfArray'].map(
    (operator): (typeof cases)[number] => [
      { aggregate: 'c', pipeline: [{ $project: { x: { $ifNull: [{ [operator]: '$a' }, 0] } } }], cursor: {} },
      NOT_IMPLEMENTED,
      operator,
    ],
  ),
  [{ find: 'c', filter: { $expr: { $eq: [{ $toString: '$a' }, '1'] } } }, NOT_IMPLEMENTED, '$toString'],
  [{ aggregate: 'c', pipeline: [], explain: true }, NOT_IMPLEMENTED, "'explain' of aggregate"],
  [{ update: 'c', updates: [{ q: {}, u: [{ $set: { b: '$$x' } }], c: { x: 1 } }] }, NOT_IMPLEMENTED, "'c'"],
  [{ create: 'x', capped: true, size: 1 }, NOT_IMPLEMENTED, 'capped'],
  [{ create: 'x', validator: { a: 1 } }, NOT_IMPLEMENTED, 'validator'],
  [{ create: 'x', viewOn: 'c', pipeline: [] }, NOT_IMPLEMENTED, 'viewOn'],
  [{ create: 'c' }, 48, 'c'],
  [{ drop: 'none' }, 26, 'none'],
  [{ collStats: 'c', scale: 1024 }, NOT_IMPLEMENTED, 'scale'],
  [{ dropIndexes: 'c', index: ['a_1'] }, 27, 'a_1'],
  [{ createIndexes: 'c', indexes: [{ key: { a: 'text' }, name: 't' }] }, NOT_IMPLEMENTED, 'text'],
  [{ createIndexes: 'c', indexes: [{ key: { a: '2dsphere' }, name: 't' }] }, NOT_IMPLEMENTED, '2dsphere'],
  [{ createIndexes: 'c', indexes: [{ key: { a: 'hashed' }, name: 't' }] }, NOT_IMPLEMENTED, 'hashed'],
  [{ createIndexes: 'c', indexes: [{ key: { '$**': 1 }, name: 't' }] }, NOT_IMPLEMENTED, 'wildcard'],
  [
    { createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 't', collation: { locale: 'de' } }] },
    NOT_IMPLEMENTED,
    'collation',
  ],
  [{ createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 't', nosuch: 1 }] }, 197, 'nosuch'],
  [
    { createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 't', partialFilterExpression: { a: { $ne: 1 } } }] },
    67,
    '$ne',
  ],
  [{ createIndexes: 'c', indexes: [{ key: {}, name: 't' }] }, 67, 'empty'],
  [{ listIndexes: 'none' }, 26, 'none'],
  [{ explain: { find: 'c', collation: { locale: 'de' } } }, NOT_IMPLEMENTED, 'collation'],
  [{ getMore: 5, collection: 'c' }, 43, 'cursor id 5'],
];

describe('refusals', () => {
  it.each(cases)('%j fails with %d', async (command, code, named) => {
    const result = it_.db.command(command);
    const [item] = (command['updates'] ?? command['deletes'] ?? []) as Document[];
    if (item?.['multi'] || item?.['q'].$or) {
      // An error of a single item is part of a successful reply.
      const reply = await result;
      expect(reply).toMatchObject({ ok: 1, n: 0, writeErrors: [{ code }] });
      expect(reply['writeErrors'][0].errmsg).toContain(named);
      return;
    }
    const error = await serverError(result);
    expect(error.code).toBe(code);
    expect(error.message).toContain(named);
  });

  it('change nothing', async () => {
    expect(await it_.db.collection('c').find().toArray()).toEqual([{ _id: 1, a: 1 }]);
    expect(await it_.db.collection('c').indexes()).toHaveLength(1);
    expect(await it_.db.listCollections({}, { nameOnly: true }).toArray()).toEqual([{ name: 'c', type: 'collection' }]);
  });

  it('do not apply to options with empty values', async () => {
    await it_.db.command({ find: 'c', tailable: false, comment: 'x', maxTimeMS: 1000, allowDiskUse: true });
    await it_.db.command({ create: 'y', capped: false });
  });
});

describe('administration', () => {
  it('replies to the basic commands', async () => {
    const admin = it_.db.admin();
    expect(await admin.ping()).toMatchObject({ ok: 1 });
    // The driver uses the old spelling.
    for (const info of [await admin.buildInfo(), await admin.command({ buildInfo: 1 })]) {
      expect(info).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+/) });
    }
    expect(await admin.serverStatus()).toMatchObject({ pid: process.pid });
    expect((await admin.listDatabases()).databases.map(({ name }) => name)).toContain('test');
    expect(await it_.db.command({ collStats: 'c' })).toMatchObject({ count: 1, nindexes: 1 });
    expect(await it_.db.stats()).toMatchObject({ objects: 1 });
    expect(await it_.db.command({ connectionStatus: 1 })).toMatchObject({ authInfo: { authenticatedUsers: [] } });
    expect(await it_.db.command({ hello: 1 })).toMatchObject({ isWritablePrimary: true, setName: 'embedded' });
  });
});
