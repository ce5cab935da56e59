import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallInput } from '@paddock/contract/core/call';
import {
  createGroup,
  deleteGroup,
  readGroup,
  readGroups,
  readGroupTitle,
  updateGroup,
} from '@paddock/contract/calls/groups';
import { addGroupMembers } from '@paddock/contract/calls/group-members';
import { readChats } from '@paddock/contract/calls/chats';
import { postShout, readShout, readShouts } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { FillTitles } from '../fill-titles.js';

let services: TestServices;
let owner: TestMember;
let member: TestMember;
let outsider: TestMember;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
  [owner, member, outsider] = [await services.member(), await services.member(), await services.member()];
  admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
});
afterAll(() => services.close());

const newTitle = () => `Pit ${randomUUID().slice(0, 8)}`;
const create = (input: Partial<CallInput<typeof createGroup>> = {}, as = owner) =>
  services.call(createGroup, { title: newTitle(), ...input }, { as });
const read = (id: string, as: TestMember) => services.call(readGroup, { id }, { as });
const update = (id: string, input: Omit<CallInput<typeof updateGroup>, 'id'>, as = owner) =>
  services.call(updateGroup, { id, ...input }, { as });

describe('reading a group', () => {
  it('shows outsiders title, icon and description of a visible group, and nothing else', async () => {
    const { id } = (await create({ description: 'For crews', icon: 'flag', users: [member.id] })).body.group;
    const { body } = await read(id, outsider);
    expect(body).toMatchObject({
      member: false,
      owner: false,
      manages: false,
      can_read: false,
      users: [],
      owners: [],
      totalUsers: 0,
    });
    expect(body.group).toMatchObject({ description: 'For crews', icon: 'flag' });
    expect([body.group.owners, body.group.total_users]).toEqual([undefined, undefined]);
    const shout = (await services.call(postShout, { client_id: randomUUID(), group: id, shout: 'Box' }, { as: owner }))
      .body;
    expect((await services.call(readShouts, { filter: id }, { as: outsider })).body.code).toBe('FORBIDDEN');
    expect((await services.call(readShout, { id: shout.id }, { as: outsider })).body.code).toBe('SHOUT_NOT_FOUND');
  });

  it('lets an outsider post where the deployment allows it, and then see that post and its comments alone', async () => {
    const { id } = (await create()).body.group;
    const post = (as: TestMember, target: object) =>
      services.call(postShout, { client_id: randomUUID(), shout: 'Box', ...target }, { as });
    const hidden = (await post(owner, { group: id })).body.id;
    const own = await post(outsider, { group: id });
    expect(own.status).toBe(200);
    await post(owner, { in_reply_to: own.body.id });
    expect((await post(outsider, { in_reply_to: own.body.id })).status).toBe(200);
    expect((await post(outsider, { in_reply_to: hidden })).body.code).toBe('SHOUT_NOT_FOUND');
    const seen = await services.call(readShout, { id: own.body.id }, { as: outsider });
    expect(seen.body.shout.comments).toHaveLength(2);
    expect((await services.call(readShout, { id: own.body.id }, { as: member })).status).toBe(404);
    expect((await read(id, outsider)).body).toMatchObject({ can_read: false, can_post: true });
    await underFlags(services, 'motorsport', { users_can_only_shout_in_their_groups: true }, async () => {
      expect((await read(id, outsider)).body.can_post).toBe(false);
      for (const as of [owner, admin]) expect((await read(id, as)).body.can_post).toBe(true);
      expect((await read('0', outsider)).body.can_post).toBe(true);
      expect((await post(outsider, { group: id })).body.code).toBe('FORBIDDEN');
      expect((await post(owner, { group: id })).status).toBe(200);
    });
  });

  it('keeps an invisible group secret in every call, and tells by the title look-up only that the title is taken', async () => {
    const { id, title } = (await create({ invisible: true, users: [member.id] })).body.group;
    expect((await read(id, outsider)).body.code).toBe('GROUP_NOT_FOUND');
    const selected = (as: TestMember) => services.call(readGroups, { ids: `${id},fedcba9876543210fedcba98` }, { as });
    expect((await selected(outsider)).body.groups).toEqual([]);
    for (const as of [owner, member, admin]) expect((await selected(as)).body.groups).toMatchObject([{ id }]);
    expect((await services.call(readGroupTitle, { title: title.toUpperCase() }, { as: outsider })).body).toEqual({
      taken: true,
    });
    const found = await services.call(readChats, { verb: 'search', prop: 'all', query: title }, { as: outsider });
    expect(found.body.groups).toEqual([]);
  });

  it('pages members with the owners first', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => services.member()));
    const { id } = (await create({ users: people.map((one) => one.id) })).body.group;
    const page = async (number: number) =>
      (await services.call(readGroup, { id, page: number, count: 4 }, { as: owner })).body.users;
    const [first, second] = [await page(0), await page(1)];
    expect([first[0]!.id, first.length, second.length]).toEqual([owner.id, 4, 2]);
    expect(new Set([...first, ...second].map((one) => one.id)).size).toBe(6);
  });

  it('treats the everybody group as everyone’s, without owners', async () => {
    const { body } = await read('0', admin);
    expect(body).toMatchObject({ member: true, manages: false, can_link: false, users: [], owners: [] });
    for (const as of [member, admin]) {
      expect((await update('0', { title: newTitle() }, as)).body.code).toBe('FORBIDDEN');
      expect((await services.call(deleteGroup, { id: '0' }, { as })).body.code).toBe('FORBIDDEN');
      expect((await services.call(addGroupMembers, { id: '0', uid: [owner.id] }, { as })).body.code).toBe('FORBIDDEN');
    }
  });
});

it('finds groups by beginnings of title words, also those of earlier releases', async () => {
  const title = `Boxes ${randomUUID().slice(0, 8)}`;
  const { id } = (await create({ title })).body.group;
  const found = async (query: string) =>
    (await services.call(readChats, { verb: 'search', prop: 'groups', query }, { as: owner })).body.groups!.map(
      (group) => group.id,
    );
  const word = title.slice(6);
  const heads = services.get(Mongo).connection.collection<ConversationRow>('conversations');
  await heads.updateOne(
    { _id: id },
    { $unset: { title_terms: 1, title_looks: 1 }, $set: { title_words: ['boxes', word] } },
  );
  await heads.createIndex({ community: 1, workplace: 1, title_words: 1 });
  await Promise.all([1, 2].map(() => services.get(FillTitles).onApplicationBootstrap()));
  expect(await heads.findOne({ _id: id })).not.toHaveProperty('title_words');
  expect(await heads.indexExists('community_1_workplace_1_title_words_1')).toBe(false);
  for (const query of [word, word.slice(0, 3), `b ${word}`, title])
    expect([query, await found(query)]).toEqual([query, [id]]);
  expect(await found(`boxed ${word}`)).toEqual([]);
  await expect(create({ title: title.toUpperCase() })).resolves.toMatchObject({
    body: { code: 'GROUP_NAME_NOT_AVAILABLE' },
  });
  const renamed = newTitle();
  await update(id, { title: renamed });
  expect([await found(word), await found(renamed)]).toEqual([[], [id]]);
});
