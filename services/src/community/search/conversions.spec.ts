import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readChats } from '@paddock/contract/calls/chats';
import { createClassified, readClassifieds } from '@paddock/contract/calls/classifieds';
import { createFolder, searchFolders } from '@paddock/contract/calls/folders';
import { searchPeople } from '@paddock/contract/calls/people';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Conversions } from './conversions.js';

let services: TestServices;
let owner: TestMember;
const word = `łøß${randomUUID().slice(0, 6)}`;
const query = word.replace('łøß', 'loss');
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  owner = await services.member();
});
afterAll(() => services.close());

const rows = (name: string) => services.get(Mongo).connection.collection<{ _id: string }>(name);
const post = async (shout: string) =>
  (await services.call(postShout, { client_id: randomUUID(), shout, group: '0' }, { as: owner })).body.id;
const findShouts = async () =>
  (await services.call(readChats, { verb: 'search', prop: 'all', query }, { as: owner })).body.shouts!.map(
    ({ id }) => id,
  );

/** As after an update of an earlier release. */
async function forget() {
  await rows('shouts').updateMany({ text: { $regex: word } }, { $set: { terms: [word] } });
  await rows('users').updateMany({ fullname: { $regex: word } }, { $set: { name_terms: [word] } });
  await rows('classifieds').updateMany({ title: { $regex: word } }, { $set: { title_parts: [word] } });
  await rows('folder_items').updateMany({ name: { $regex: word } }, { $set: { terms: [word] } });
  await rows('conversions').deleteMany({});
}

it('begins an empty community with the current rule', async () => {
  const all = await rows('conversions').find().toArray();
  expect(all.map(({ _id }) => _id)).toEqual(expect.arrayContaining([expect.stringContaining('motorsport')]));
  expect(all.length).toBe(2);
});

it('converts shouts, members, ads and folders of an earlier release', async () => {
  const id = await post(`A ${word}`);
  const member = await services.member({ fullname: `${word} Same` });
  const ad = { client_id: randomUUID(), title: `Big ${word}`, desc: 'x', category: 'tools', lifetime: 30 };
  expect((await services.call(createClassified, ad, { as: owner })).status).toBe(200);
  const boss = await services.member({ admin: true });
  const folder = { client_id: randomUUID(), name: `All ${word}` };
  const { item } = (await services.call(createFolder, folder, { as: boss })).body;
  const found = async () => [
    await findShouts(),
    (await services.call(searchPeople, { query }, { as: owner })).body.results.map((one) => one.id),
    (await services.call(readClassifieds, { query }, { as: owner })).body.classifieds.map(({ title }) => title),
    (await services.call(searchFolders, { query }, { as: owner })).body.items.map((one) => one.id),
  ];
  const all = [[id], [member.id], [ad.title], [item.id]];
  expect(await found()).toEqual(all);
  await forget();
  expect(await found()).toEqual([[], [], [], []]);
  await services.get(Conversions).run();
  expect(await found()).toEqual(all);
});

it('goes on where it was interrupted', async () => {
  const first = await post(`First ${word}`);
  const later = await post(`Later ${word}`);
  const { thread, position } = (await rows('shouts').findOne({ _id: first })) as unknown as {
    thread: string;
    position: number;
  };
  await forget();
  await services.get(Conversions).run();
  const progress = await rows('conversions').findOne({ _id: /motorsport.*shouts \d+$/ });
  await forget();
  await rows('conversions').insertOne({ ...progress!, after: `${thread} ${position}`, done: false } as never);
  await services.get(Conversions).run();
  expect(await findShouts()).toEqual([later]);
});
