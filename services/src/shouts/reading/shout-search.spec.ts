import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChats } from '@paddock/contract/calls/chats';
import { deleteShout, editShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { databaseCommands } from '../../../test/database-commands.js';
import { documentsRead } from '../../../test/documents-read.js';
import { underFlags } from '../../../test/under-flags.js';
import { word } from '../../../test/people-calls.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { FillTerms } from '../storage/fill-terms.js';
import { ShoutSearchRepository } from '../storage/shout-search.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { searchTerms } from '../storage/shout-text.js';
import { ShoutSearch } from './shout-search.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,people,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const rows = () => services.get(Mongo).connection.collection<ShoutRow>('shouts');
const search = async (as: TestMember, query: string) =>
  (await services.call(readChats, { verb: 'search', prop: 'all', query }, { as })).body;
const found = async (as: TestMember, query: string) => (await search(as, query)).shouts!.map(({ id }) => id);
async function post(as: TestMember, group: string, shout: string) {
  return (await services.call(postShout, { client_id: randomUUID(), group, shout }, { as })).body.id;
}

/** Stores one shout for each text after the group's first shout, and returns their ids. */
async function storeAll(as: TestMember, group: string, texts: readonly string[]) {
  const first = (await rows().findOne({ _id: await post(as, group, 'first') }))!;
  const all = texts.map((text, index) => {
    const own = { _id: newId(), client_id: randomUUID(), position: first.position + index + 1 };
    return { ...first, ...own, text, terms: searchTerms(text) };
  });
  await rows().insertMany(all);
  return all.map(({ _id }) => _id);
}

describe(ShoutSearch, () => {
  it('reads in proportion to what it shows, whatever the word', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    const [common, other, rare, odd] = [word(), word(), word(), word()];
    const group = (await services.group(ann, []))._id;
    const hidden = (await services.group(eve, []))._id;
    const texts = Array.from(
      { length: 1200 },
      (_, index) => `${index % 300 === 7 ? `${rare} ` : ''}${common} ${index % 2 ? other : `${odd}${index}`}`,
    );
    const ids = await storeAll(ann, group, texts);
    await storeAll(eve, hidden, texts);
    const read = (query: string) => documentsRead(services, 'shouts', () => search(ann, query));
    const newest = (limit: number, isIn: (index: number) => boolean) =>
      ids
        .filter((_, index) => isIn(index))
        .slice(-limit)
        .reverse();

    expect(await found(ann, common)).toEqual(newest(15, () => true));
    expect(await read(common)).toBe(16);
    expect(await read(common.slice(0, 2))).toBe(16);
    // 600 words have this beginning, one in every second shout.
    expect(await found(ann, odd)).toEqual(newest(15, (index) => index % 2 === 0));
    expect(await read(odd)).toBe(32);
    expect(await found(ann, rare)).toEqual(newest(15, (index) => index % 300 === 7));
    expect(await read(rare)).toBe(4);
    // The rarest word selects, whatever their order.
    for (const query of [`${common} ${rare}`, `${rare} ${common}`]) {
      expect(await found(ann, query)).toEqual(newest(15, (index) => index % 300 === 7));
      expect(await read(query)).toBe(4);
    }
    expect(await read(`${common} ${other}`)).toBe(31);
    expect(await read(`unknown ${common}`)).toBe(0);
    expect(await read('w')).toBe(0);
    expect((await search(ann, 'w')).shouts).toEqual([]);
    expect((await search(ann, 'w w')).shouts).toEqual([]);
  });

  it('finds a frequent word that the newest shouts do not have', async () => {
    const ann = await services.member();
    const [old, recent] = [word(), word()];
    const group = (await services.group(ann, []))._id;
    const texts = (one: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${one}${index % 7} ${one}${index}`);
    const ids = await storeAll(ann, group, [...texts(old, 600), ...texts(recent, 600)]);
    const { shouts, too_many } = await search(ann, old);
    expect([shouts!.map(({ id }) => id), too_many]).toEqual([ids.slice(585, 600).reverse(), ['shouts']]);
    // The newest, and those that it shows: of the others the keys alone.
    expect(await documentsRead(services, 'shouts', () => search(ann, old))).toBe(516);
  });

  it('compares 500 shouts of several words and says that there may be more', async () => {
    const ann = await services.member();
    const [one, two, three] = [word(), word(), word()];
    const group = (await services.group(ann, []))._id;
    const [both] = await storeAll(ann, group, [
      `${one} ${two} ${three}`,
      ...Array.from({ length: 1100 }, (_, index) => (index % 2 ? one : two)),
    ]);
    expect(await search(ann, `${one} ${two}`)).toMatchObject({ shouts: [], too_many: ['shouts'] });
    // The newest, and the newest with one of the words.
    expect(await documentsRead(services, 'shouts', () => search(ann, `${one} ${two}`))).toBe(1000);
    const { shouts, too_many } = await search(ann, `${one} ${two} ${three}`);
    expect([shouts!.map(({ id }) => id), too_many]).toEqual([[both], []]);
  });

  it('finds no comments under disable_comments', async () => {
    const ann = await services.member();
    const name = word();
    const shout = await post(ann, (await services.group(ann, []))._id, name);
    const reply = { client_id: randomUUID(), in_reply_to: shout, shout: `${name} too` };
    const comment = (await services.call(postShout, reply, { as: ann })).body.id;
    expect(await found(ann, name)).toEqual([comment, shout]);
    await underFlags(services, 'motorsport', { disable_comments: true }, async () =>
      expect(await found(ann, name)).toEqual([shout]),
    );
  });

  it('compares single letters and the ends of long words with the text', async () => {
    const ann = await services.member();
    const name = word();
    const group = (await services.group(ann, []))._id;
    const long = 'x'.repeat(24);
    const [twelve, two, longest] = [
      await post(ann, group, `${name} lap 12`),
      await post(ann, group, `${name} lap 2`),
      await post(ann, group, `${name} ${long}end`),
    ];
    expect(await found(ann, `${name} 1`)).toEqual([twelve]);
    expect(await found(ann, `2 ${name}`)).toEqual([two]);
    expect(await found(ann, `${name} ${long}e`)).toEqual([longest]);
    expect(await found(ann, `${name} ${long}f`)).toEqual([]);
  });

  it('follows edits and deletions at once, and finds nothing of a group after leaving it', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [before, after] = [word(), word()];
    const group = (await services.group(ann, [bob], { invisible: true }))._id;
    const id = await post(ann, group, before);
    expect(await found(bob, before)).toEqual([id]);
    await services.call(editShout, { id, shout: after }, { as: ann });
    expect([await found(bob, before), await found(bob, after.slice(0, 3))]).toEqual([[], [id]]);
    const elsewhere = await services.member({ community: 'workplace' });
    for (const stranger of [await services.member(), await services.member({ admin: true }), elsewhere])
      expect(await found(stranger, after)).toEqual([]);
    await services.call(deleteShout, { id }, { as: ann });
    expect(await found(ann, after)).toEqual([]);
    expect(await rows().findOne({ _id: id })).toMatchObject({ text: '', terms: [] });
  });

  it('asks the database little, side by side', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const name = word();
    const group = (await services.group(ann, [bob]))._id;
    await post(bob, group, `${name} lap`);
    await services.call(
      postShout,
      { client_id: randomUUID(), recipients: [bob.id], shout: `${name} lap` },
      { as: ann },
    );
    const asked = async (query: string) => {
      const { names, rounds } = await databaseCommands(services, () => search(ann, query));
      return [names.length, rounds];
    };
    // The archived chats of a member are kept.
    await search(ann, word());
    // New events and direct chats; then members, groups and the number of shouts; then these.
    expect(await asked(`${name}x`)).toEqual([6, 4]);
    // The heads and authors of what is found are in the caches.
    expect(await asked(name)).toEqual([6, 4]);
    // Besides, the counts of both words, for members and then for shouts.
    expect(await asked(`${name} lap`)).toEqual([9, 4]);
  });

  it('searches the newest of more conversations than the database merges', async () => {
    const ann = await services.member();
    const name = word();
    const groups = [];
    for (let index = 0; index < 201; index++) groups.push((await services.group(ann, []))._id);
    const ids = [];
    for (const group of [groups[200]!, groups[0]!, groups[100]!]) ids.push(await post(ann, group, name));
    expect(await found(ann, name)).toEqual(ids.toReversed());
  });
});

it('gives shouts of earlier releases terms at start, and their words away', async () => {
  const ann = await services.member();
  const name = word();
  const group = (await services.group(ann, []))._id;
  const [old, gone] = [await post(ann, group, `${name} old`), await post(ann, group, `${name} gone`)];
  await rows().updateMany({ _id: { $in: [old, gone] } }, { $set: { words: [name, 'old'] }, $unset: { terms: 1 } });
  await rows().createIndex({ community: 1, workplace: 1, conversation: 1, words: 1 });
  await services.call(deleteShout, { id: gone }, { as: ann });
  expect(await rows().findOne({ _id: gone })).not.toHaveProperty('words');
  // Of two processes that start at once.
  await Promise.all([1, 2].map(() => services.get(FillTerms).onApplicationBootstrap()));
  expect(await found(ann, name)).toEqual([old]);
  expect(await rows().findOne({ _id: old })).not.toHaveProperty('words');
  expect(await rows().indexExists('community_1_workplace_1_conversation_1_words_1')).toBe(false);
});

it('keeps the terms of a text that has been edited since its row was read', async () => {
  const ann = await services.member();
  const [before, after] = [word(), word()];
  const group = (await services.group(ann, []))._id;
  const _id = await post(ann, group, before);
  await services.call(editShout, { id: _id, shout: after }, { as: ann });
  const read = { _id, text: before, terms: searchTerms(before) };
  await services.get(ShoutSearchRepository).setTerms(tenantOfMember(ann), [read]);
  expect([await found(ann, before), await found(ann, after)]).toEqual([[], [_id]]);
});
