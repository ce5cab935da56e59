import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import { readClassifiedCategories, readClassifieds } from '@paddock/contract/calls/classifieds';
import type { CallInput } from '@paddock/contract/core/call';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { withClassifieds } from '../../../test/classifieds-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { ClassifiedRepository, newClassifiedRow } from './classified.repository.js';

/** Far more than a call may read. */
const many = 3000;

let services: TestServices;
let viewer: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('workplace', withClassifieds);
});
afterAll(() => services.close());

const ads = () => services.get(Mongo).connection.collection('classifieds');

/** Ads of a workplace, oldest first; `expires` in days. */
async function fill(workplace: string, count: number, titleOf: (at: number) => string, expires: number): Promise<void> {
  const owner = randomUUID();
  const rows = Array.from({ length: count }, (_, at) => {
    const ad = { _id: newId(), title: titleOf(at), desc: 'As new', category: at % 2 ? 'tools' : 'rooms', images: [] };
    const row = newClassifiedRow({ ...ad, owner, client_id: randomUUID(), lifetime: 30 }, new Date());
    return { ...row, community: 'workplace', workplace, expires: new Date(Date.now() + expires * dayMs) };
  });
  await ads().insertMany(rows as never[]);
}

const list = async (input: CallInput<typeof readClassifieds> = {}) =>
  (await services.call(readClassifieds, input, { as: viewer })).body.classifieds.map(({ title }) => title);

/** Ads that the database reads for the queries of `work`, by its own account. */
async function adsRead(work: () => Promise<unknown>): Promise<number> {
  const { connection } = services.get(Mongo);
  const queries: { filter: object; sort?: object; limit?: number; isCount: boolean }[] = [];
  connection.set('debug', (collection: string, method: string, filter: object, options: object = {}) => {
    const isCount = method === 'countDocuments';
    if (collection === 'classifieds' && (isCount || method === 'find')) queries.push({ filter, isCount, ...options });
  });
  try {
    await work();
  } finally {
    connection.set('debug', false);
  }
  expect(queries.length).toBeGreaterThan(0);
  let read = 0;
  for (const { filter, sort, limit = 0, isCount } of queries) {
    const group = [...(limit > 0 ? [{ $limit: limit }] : []), { $group: { _id: 1, n: { $sum: 1 } } }];
    const explained = isCount
      ? await ads()
          .aggregate([{ $match: filter }, ...group])
          .explain('executionStats')
      : await ads()
          .find(filter, { limit, ...(sort && { sort: sort as never }) })
          .explain('executionStats');
    read += Number(/"totalDocsExamined":(\d+)/.exec(JSON.stringify(explained))![1]);
  }
  return read;
}

describe(ClassifiedRepository, () => {
  it('reads ads in proportion to what a call shows: lists, counts, badge, and searches of every kind', async () => {
    viewer = await services.member({ community: 'workplace', workplace: 'porto' });
    await fill('porto', many, (at) => `Spare wheel ${at}`, 30);
    const reads = {
      list: await adsRead(() => list()),
      category: await adsRead(() => list({ category: 'tools' })),
      counts: await adsRead(() => services.call(readClassifiedCategories, {}, { as: viewer })),
      badge: await adsRead(() => services.call(readBadges, {}, { as: viewer })),
      rare: await adsRead(() => list({ query: 'EEL 1234' })),
      none: await adsRead(() => list({ query: 'bicycle' })),
    };
    // The lists read the badge's ads too.
    const most = { list: 130, category: 130, counts: 0, badge: 110, rare: 750, none: 130 };
    for (const [what, read] of Object.entries(reads))
      expect({ what, read: Math.min(read, most[what as keyof typeof most]) }).toEqual({ what, read });
    expect(await list({ query: 'EEL 1234' })).toEqual(['Spare wheel 1234']);
    expect((await list({ query: 'spare' })).length).toBe(20);
    expect(await list({ query: 'wheel', category: 'tools' })).toContain(`Spare wheel ${many - 1}`);
    expect(await list({ query: '1234 eel' })).toEqual(['Spare wheel 1234']);
    expect(await list({ query: 'wheel 98765' })).toEqual([]);
    expect(await list({ query: '  ' })).toHaveLength(20);
  });

  it('reads no expired ads for lists and badges, however many there are', async () => {
    viewer = await services.member({ community: 'workplace', workplace: 'studio' });
    await fill('studio', 3, (at) => `Alive ${at}`, 30);
    await fill('studio', many, (at) => `Over ${at}`, -1);
    const read = await adsRead(async () => {
      expect(await list()).toEqual(['Alive 2', 'Alive 1', 'Alive 0']);
      expect(await list({ query: 'over' })).toEqual([]);
      expect((await services.call(readBadges, {}, { as: viewer })).body.badges.classifieds).toBe(3);
      expect((await services.call(readClassifiedCategories, {}, { as: viewer })).body.all).toBe(3);
    });
    expect(read).toBeLessThan(40);
  });

  it('finds a text anywhere in a title, in any script, and pages through what it found', async () => {
    viewer = await services.member({ community: 'workplace', workplace: 'hq' });
    const long = `${'Donaudampfschifffahrt'.repeat(2)}skapitän`;
    const titles = [
      'Das Motorenöl 5W-30',
      'المصباح الكبير',
      long,
      'レーシングスーツ',
      'e\u0301tat neuf',
      '𝒜bc',
      'Größe Ölfilter Łódź',
      'Buch über C++',
      '大阪のホイール',
    ];
    await fill('hq', titles.length, (at) => titles[at]!, 30);
    for (const [query, title] of [
      ['orenÖL', titles[0]],
      ['w-3', titles[0]],
      ['öl 5', titles[0]],
      ['مصباح', titles[1]],
      ['skapitän', long],
      ['schifffahrtDonaudampfschiff', long],
      ['スーツ', titles[3]],
      ['état', titles[4]],
      ['abc', titles[5]],
      ['ölfi', titles[6]],
      ['LODZ grosse', titles[6]],
      ['odz', titles[6]],
      ['C++', titles[7]],
      ['ホイール', titles[8]],
    ])
      expect([query, await list({ query: query! })]).toEqual([query, [title]]);
    await fill('hq', 30, (at) => `Chair ${at}`, 30);
    const pages = await Promise.all([0, 1].map((page) => list({ query: 'hair', page: String(page) })));
    expect(new Set(pages.flat()).size).toBe(30);
  });
});
