import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallInput } from '@paddock/contract/core/call';
import { createGroup, readGroup, readGroupTitle, updateGroup } from '@paddock/contract/calls/groups';
import { readChats } from '@paddock/contract/calls/chats';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';
import { underFlags } from '../../../test/under-flags.js';

let services: TestServices;
let owner: TestMember;
let member: TestMember;
let outsider: TestMember;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
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

const upload = (as: TestMember) => uploadPicture(services, as);
const fetchFile = (path: string) => statusOfFile(services, path);

describe('creating a group', () => {
  it('makes the caller its owner, adds members, and stores every field', async () => {
    const title = `  ${newTitle()} `;
    const { status, body } = await create({
      title,
      color: '#d92d3a',
      description: 'Bring the wets.',
      icon: 'flag',
      invisible: true,
      users: `${member.id}, ${owner.id},${member.id}`,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      member: true,
      owner: true,
      manages: true,
      pending: false,
      can_read: true,
      group: {
        title: title.trim(),
        color: '#d92d3a',
        description: 'Bring the wets.',
        icon: 'flag',
        invisible: true,
        autojoin: false,
        owners: [owner.id],
        total_users: 2,
      },
    });
    const { users, totalUsers } = (await read(body.group.id, member)).body;
    expect([users.map(({ id, owner: isOwner }) => [id, isOwner]), totalUsers]).toEqual([
      [
        [owner.id, true],
        [member.id, false],
      ],
      2,
    ]);
    const chats = await services.call(readChats, { verb: 'retrieve', prop: 'groups' }, { as: member });
    expect(chats.body.filters.map(({ id }) => id)).toContain(body.group.id);
  });

  it('answers a resend with the first group, also one at the same time', async () => {
    const input = { client_id: randomUUID(), title: newTitle() };
    const replies = await Promise.all([create(input), create(input), create(input)]);
    replies.push(await create(input));
    expect(new Set(replies.map(({ status, body }) => [status, body.group?.id].join()))).toHaveProperty('size', 1);
  });

  it('refuses a title that is taken, ignoring case, and one of concurrent creates', async () => {
    const title = newTitle();
    await create({ title, invisible: true });
    const reply = await create({ title: ` ${title.toUpperCase()} ` }, outsider);
    expect([reply.status, reply.body.code]).toEqual([409, 'GROUP_NAME_NOT_AVAILABLE']);
    const same = newTitle();
    const replies = await Promise.all([owner, member, outsider].map((as) => create({ title: same }, as)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it.each<[string, object, string, object | undefined]>([
    ['an empty title', { title: '  ' }, 'INVALID_INPUT', { title: 'title_REQUIRED' }],
    ['a title of 141', { title: 'a'.repeat(141) }, 'INVALID_INPUT', { title: 'title_LENGTH_PATTERN' }],
    ['a title with a control', { title: 'a\u0007b' }, 'INVALID_INPUT', { title: 'title_INVALID_PATTERN' }],
    [
      'a description of 251',
      { description: 'a'.repeat(251) },
      'INVALID_INPUT',
      { description: 'description_LENGTH_PATTERN' },
    ],
    ['another colour', { color: '#123456' }, 'INVALID_INPUT', { color: 'color_INVALID_PATTERN' }],
    ['another icon', { icon: 'skull' }, 'INVALID_INPUT', { icon: 'icon_INVALID_PATTERN' }],
    ['an unknown picture', { image_url: '/api/files/x' }, 'FILE_NOT_FOUND', undefined],
    ['an unknown member', { users: 'fedcba9876543210fedcba98' }, 'USER_NOT_FOUND', { users: 'USER_NOT_FOUND' }],
    [
      '10⁴ members',
      { users: Array.from({ length: 10_000 }, (_, index) => index.toString(16).padStart(24, '0')) },
      'INVALID_INPUT',
      { users: 'users_LENGTH_PATTERN' },
    ],
  ])('refuses %s and stores nothing', async (_, input, code, fields) => {
    const title = newTitle();
    const reply = await create({ title, ...input });
    expect([reply.body.code, reply.body.fields]).toEqual([code, fields]);
    expect((await services.call(readGroupTitle, { title }, { as: owner })).body.code).toBe('NOT_FOUND');
  });

  it('leaves the group that its manager edits out of the title look-up', async () => {
    const title = `${newTitle()} 0ne`;
    const { id } = (await create({ title, invisible: true })).body.group;
    const look = async (as: TestMember, own?: string) =>
      (await services.call(readGroupTitle, { title: title.replace('0ne', 'One'), ...(own && { id: own }) }, { as }))
        .body;
    expect(await look(owner)).toEqual({ taken: true });
    expect(await look(owner, id)).toMatchObject({ code: 'NOT_FOUND' });
    const other = (await create()).body.group.id;
    expect(await look(owner, other)).toEqual({ taken: true });
    expect(await look(outsider, id)).toMatchObject({ code: 'GROUP_NOT_FOUND' });
    expect(await look(outsider, other)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('accepts emoji titles and tells them apart', async () => {
    const [flag, car] = ['🏁', '🏎️'].map((emoji) => emoji.repeat(1 + Math.floor(Math.random() * 60)));
    const titles = await Promise.all([
      create({ title: flag }),
      create({ title: car }),
      create({ title: flag }, member),
    ]);
    expect(titles.map(({ body }) => body.group?.title ?? body.code).sort()).toEqual(
      [flag, car, 'GROUP_NAME_NOT_AVAILABLE'].sort(),
    );
  });

  it('refuses members of another workplace, another community, pending and banned ones', async () => {
    const hq = await services.member({
      community: 'workplace',
      workplace: 'hq',
      acl: [{ title: 'workplace_admin', resources: ['hq'] }],
    });
    const others = [
      await services.member({ community: 'workplace', workplace: 'porto' }),
      owner,
      await services.member({ community: 'workplace', workplace: 'hq', pending: true }),
      await services.member({ community: 'workplace', workplace: 'hq', banned: true }),
    ];
    for (const other of others) expect((await create({ users: [other.id] }, hq)).body.code).toBe('USER_NOT_FOUND');
  });

  it('is for workplace admins alone without everybody_can_create_groups', async () => {
    await underFlags(services, 'motorsport', { everybody_can_create_groups: false }, async () => {
      expect((await create({}, member)).body.code).toBe('FORBIDDEN');
      expect((await create({}, admin)).status).toBe(200);
    });
    expect((await create({}, member)).status).toBe(200);
  });

  it('takes autojoin from users_can_join_groups_automatically, and never for an invisible group', async () => {
    expect((await create()).body.group.autojoin).toBe(false);
    await underFlags(services, 'motorsport', { users_can_join_groups_automatically: true }, async () => {
      expect((await create()).body.group.autojoin).toBe(true);
      expect((await create({ autojoin: false })).body.group.autojoin).toBe(false);
      expect((await create({ invisible: true, autojoin: true })).body.group.autojoin).toBe(false);
    });
  });

  it('refuses another visibility or autojoin where the deployment fixes them', async () => {
    const flags = {
      group_visibility_fixed: true,
      group_autojoin_fixed: true,
      users_can_join_groups_automatically: true,
    };
    const before = (await create({ invisible: true })).body.group.id;
    await underFlags(services, 'motorsport', flags, async () => {
      expect((await create({ invisible: false, autojoin: true })).body.group).toMatchObject({
        invisible: false,
        autojoin: true,
      });
      const hidden = await create({ invisible: true });
      expect([hidden.status, hidden.body.code, hidden.body.fields]).toEqual([
        403,
        'FEATURE_DISABLED',
        { invisible: 'FEATURE_DISABLED' },
      ]);
      expect((await create({ autojoin: false })).body.fields).toEqual({ autojoin: 'FEATURE_DISABLED' });
      expect((await update(before, { invisible: false })).body.code).toBe('FEATURE_DISABLED');
      expect((await update(before, { invisible: true, title: newTitle() })).status).toBe(200);
    });
  });
});

describe('editing a group', () => {
  it('changes what is given and keeps the rest', async () => {
    const { id } = (await create({ description: 'Old', icon: 'flag', autojoin: true })).body.group;
    const title = newTitle();
    expect((await update(id, { title, color: '#2f9e4f' })).body.group).toMatchObject({
      title,
      color: '#2f9e4f',
      description: 'Old',
      icon: 'flag',
      autojoin: true,
    });
    expect((await update(id, { invisible: true })).body.group).toMatchObject({
      title,
      invisible: true,
      autojoin: false,
    });
    expect((await update(id, { icon: '', description: '' }, admin)).body.group).toMatchObject({ description: '' });
    expect((await read(id, owner)).body.group.icon).toBeUndefined();
    const taken = (await create()).body.group.title;
    expect((await update(id, { title: taken })).body.code).toBe('GROUP_NAME_NOT_AVAILABLE');
    expect((await update(id, { title: title.toUpperCase() })).body.group.title).toBe(title.toUpperCase());
  });

  it('shows the picture to all who see the group, and replaces it by a preset icon', async () => {
    const path = await upload(owner);
    const { group } = (await create({ image_url: path, users: [member.id] })).body;
    const head = (await read(group.id, outsider)).body.group;
    const [seen, whole] = [head.image_url!, head.picture_url!];
    expect(whole).not.toBe(seen);
    expect([await fetchFile(seen), await fetchFile(whole)]).toEqual([200, 200]);
    expect((await update(group.id, { image_url: path })).status).toBe(200);
    expect(await fetchFile(seen)).toBe(200);
    expect((await create({ image_url: path })).body.code).toBe('FILE_NOT_FOUND');
    expect((await update(group.id, { image_url: await upload(outsider) })).body.code).toBe('FILE_NOT_FOUND');
    await update(group.id, { invisible: true });
    expect(await fetchFile((await read(group.id, member)).body.group.image_url!)).toBe(200);
    expect([await fetchFile(seen), await fetchFile(whole)]).toEqual([404, 404]);
    const { body } = await update(group.id, { icon: 'flag' });
    expect([body.group.icon, body.group.image_url, body.group.picture_url]).toEqual(['flag', undefined, undefined]);
    expect(await fetchFile(path)).toBe(404);
  });
});
