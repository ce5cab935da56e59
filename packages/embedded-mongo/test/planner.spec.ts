import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Collection, type Document, ObjectId } from 'mongodb';
import { serverError, stagesOf, startTestServer, type TestServer } from './support.js';

let it_: TestServer;
let items: Collection<Document>;

beforeAll(async () => {
  it_ = await startTestServer();
});
afterAll(() => it_.stop());
beforeEach(async () => {
  await it_.db.dropDatabase();
  items = it_.db.collection('items');
});

const explain = async (filter: Document, sort: Document = {}, limit = 0) => {
  const result = await items.find(filter).sort(sort).limit(limit).explain('executionStats');
  return { stages: stagesOf(result['queryPlanner'].winningPlan), stats: result['executionStats'] as Document };
};

describe('the planner', () => {
  beforeEach(async () => {
    await items.createIndex({ team: 1, at: -1 });
    await items.insertMany(
      Array.from({ length: 300 }, (_, i) => ({ _id: i as never, team: i % 3, at: i, tags: [`t${i % 7}`, 'all'] })),
    );
  });

  it('pages through a compound index without sorting', async () => {
    const { stages, stats } = await explain({ team: 1, at: { $lt: 200 } }, { at: -1 }, 20);
    expect(stages).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
    expect(stats).toMatchObject({ nReturned: 20, totalDocsExamined: 20 });
    const page = await items
      .find({ team: 1, at: { $lt: 200 } })
      .sort({ at: -1 })
      .limit(3)
      .toArray();
    expect(page.map(({ at }) => at)).toEqual([199, 196, 193]);
  });

  it('reads an index backwards', async () => {
    expect((await explain({ team: 1 }, { at: 1 }, 5)).stages).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
    const page = await items.find({ team: 1 }).sort({ at: 1 }).limit(3).toArray();
    expect(page.map(({ at }) => at)).toEqual([1, 4, 7]);
    expect((await explain({}, { team: -1, at: 1 }, 5)).stages).not.toContain('SORT');
    expect((await explain({}, { team: 1, at: 1 }, 5)).stages).toContain('SORT');
  });

  it('merges the ranges of $in in order', async () => {
    const { stages, stats } = await explain({ team: { $in: [0, 2] } }, { at: -1 }, 4);
    expect(stages).toEqual(['LIMIT', 'FETCH', 'SORT_MERGE', 'IXSCAN']);
    expect(stats['totalDocsExamined']).toBe(4);
    const page = await items
      .find({ team: { $in: [0, 2] } })
      .sort({ at: -1 })
      .limit(4)
      .toArray();
    expect(page.map(({ at }) => at)).toEqual([299, 297, 296, 294]);
  });

  it.each([
    ['dates', [new Date(255), new Date(511), new Date(3)]],
    ['ids', ['ff', '00', '0f'].map((end) => new ObjectId(`0000000000000000000000${end}`))],
  ])('merges the ranges of a descending field and bounds the next field: %s', async (_, values) => {
    const paged = it_.db.collection('paged');
    await paged.createIndex({ a: -1, b: 1 });
    await paged.insertMany(Array.from({ length: 30 }, (_, i) => ({ a: values[(i * 7) % 3], b: (i * 11) % 30 })));
    const found = await paged
      .find({ a: { $in: values } })
      .sort({ b: 1 })
      .toArray();
    expect(found.map(({ b }) => b)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    for (const a of values) {
      const some = await paged.find({ a, b: { $gte: 10 } }).toArray();
      expect(some).toHaveLength((await paged.find({ a }).toArray()).filter(({ b }) => b >= 10).length);
      expect(some.length).toBeGreaterThan(5);
    }
  });

  it('scans and sorts when no index helps', async () => {
    expect((await explain({ at: 5 }, { at: 1 })).stages).toEqual(['SORT', 'COLLSCAN']);
  });

  it('serves $or by an index for each branch', async () => {
    await items.createIndex({ at: 1 });
    const filter = { $or: [{ team: 1, at: { $lt: 5 } }, { at: 100 }] };
    expect((await explain(filter)).stages).toEqual(['FETCH', 'OR', 'IXSCAN', 'IXSCAN']);
    expect((await items.find(filter).toArray()).map(({ at }) => at).sort()).toEqual([1, 100, 4]);
  });

  it('finds by _id and by the prefix of a word', async () => {
    await items.createIndex({ tags: 1 });
    expect((await explain({ _id: 5 })).stats).toMatchObject({ totalKeysExamined: 1, totalDocsExamined: 1 });
    const { stages, stats } = await explain({ tags: /^t3/ });
    expect(stages).toContain('IXSCAN');
    expect(stats['totalDocsExamined']).toBe(43);
    expect(await items.countDocuments({ tags: /^t3/ })).toBe(43);
  });

  it('prefers an index that a condition bounds to one that only sorts', async () => {
    await items.createIndex({ words: 1 });
    await items.createIndex({ name: 1 });
    await items.insertMany(
      Array.from({ length: 200 }, (_, i) => ({ name: `n${i}`, words: [`w${i}`, i < 5 ? 'rare' : 'common'] })),
    );
    const { stages, stats } = await explain({ words: /^rar/ }, { name: -1 }, 3);
    expect([stages, stats['totalDocsExamined']]).toEqual([['LIMIT', 'SORT', 'FETCH', 'IXSCAN'], 5]);
    expect((await explain({ words: 'unknown' }, { name: 1 }, 3)).stats['totalKeysExamined']).toBe(0);
    // An index that does both is better still.
    await items.createIndex({ words: 1, name: 1 });
    const both = await explain({ words: 'common' }, { name: -1 }, 3);
    expect([both.stages, both.stats['totalDocsExamined']]).toEqual([['LIMIT', 'FETCH', 'IXSCAN'], 3]);
  });

  it('reads a page in order rather than sort a range that is open at one end', async () => {
    await items.createIndex({ at: 1 });
    const { stages, stats } = await explain({ at: { $gt: 20 } }, { _id: -1 }, 3);
    expect([stages, stats['totalDocsExamined']]).toEqual([['LIMIT', 'FETCH', 'IXSCAN'], 3]);
    expect((await explain({ at: { $gt: 20, $lt: 25 } }, { _id: -1 }, 3)).stats['totalDocsExamined']).toBe(4);
    expect((await explain({ at: { $gt: 290 } }, { _id: -1 })).stats['totalDocsExamined']).toBe(9);
  });

  it('counts an equality from the keys alone, also of an array', async () => {
    const counted = async (filter: Document) => {
      const pipeline = [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }];
      const { stages } = await items.aggregate(pipeline).explain('executionStats');
      const { totalKeysExamined: keys, totalDocsExamined: docs } = stages[0].$cursor.executionStats;
      return [await items.countDocuments(filter), keys, docs];
    };
    await items.createIndex({ tags: 1, team: 1 });
    await items.insertMany([{ tags: ['t3', 't3', null] }, { tags: [['t3']] }, { tags: 't3' }, { tags: [] }, {}]);
    expect(await counted({ tags: 't3' })).toEqual([45, 45, 0]);
    expect(await counted({ tags: 't3', team: 1 })).toEqual([14, 14, 0]);
    // Two elements of one array may match, so documents are read.
    expect(await counted({ tags: { $in: ['t3', 'all'] } })).toEqual([302, 345, 302]);
    expect((await counted({ tags: null }))[0]).toBe(2);
  });

  it('counts no more keys than a limit asks for', async () => {
    const filter = { team: { $in: [0, 2] } };
    const counted = async (skip: number, limit: number) => {
      const n = await items.countDocuments(filter, { skip, limit });
      const pipeline = [
        { $match: filter },
        { $skip: skip + 1 },
        { $limit: limit },
        { $group: { _id: 1, n: { $sum: 1 } } },
      ];
      const { stages } = await items.aggregate(pipeline).explain('executionStats');
      return [n, stages[0].$cursor.executionStats.totalKeysExamined];
    };
    for (const limit of [1, 63, 64, 65, 99, 100, 101, 128, 129, 150, 199])
      expect([limit, ...(await counted(0, limit))]).toEqual([limit, limit, limit + 1]);
    expect(await counted(10, 5)).toEqual([5, 16]);
    expect(await counted(0, 200)).toEqual([200, 200]);
    expect(await counted(150, 10_000)).toEqual([50, 200]);
    expect(await counted(500, 10)).toEqual([0, 200]);
    expect(await items.countDocuments(filter)).toBe(200);
  });

  it('obeys a hint and rejects one that names no index', async () => {
    const hinted = await items
      .find({ _id: 5 as never })
      .hint('team_1_at_-1')
      .explain();
    expect(JSON.stringify(hinted['queryPlanner'].winningPlan)).toContain('team_1_at_-1');
    expect((await serverError(items.find({}).hint('none').toArray())).code).toBe(2);
  });

  it('explains aggregations, counts, updates and deletes', async () => {
    const pipeline = [{ $match: { team: 1 } }, { $sort: { at: -1 } }, { $limit: 2 }];
    const simple = await items.aggregate(pipeline).explain('executionStats');
    expect(stagesOf(simple['queryPlanner'].winningPlan)).toEqual(['LIMIT', 'FETCH', 'IXSCAN']);
    const grouped = await items.aggregate([...pipeline, { $group: { _id: '$team' } }]).explain('executionStats');
    expect(grouped['stages'][0].$cursor.executionStats.totalDocsExamined).toBe(2);
    for (const command of [
      { count: 'items', query: { team: 1 } },
      { update: 'items', updates: [{ q: { team: 1 }, u: { $set: { x: 1 } } }] },
      { delete: 'items', deletes: [{ q: { team: 1 }, limit: 0 }] },
    ]) {
      const result = await it_.db.command({ explain: command, verbosity: 'queryPlanner' });
      expect(stagesOf(result['queryPlanner'].winningPlan)).toContain('IXSCAN');
    }
    expect(await items.countDocuments({ x: 1 })).toBe(0);
  });

  it('serves an equality of $lookup with variables from an index', async () => {
    const stage = { $lookup: { from: 'items', localField: '_id', foreignField: 'team', as: 'mates' } };
    const [first] = await items.aggregate([{ $match: { _id: 1 } }, stage]).toArray();
    expect(first!['mates']).toHaveLength(100);
  });
});
