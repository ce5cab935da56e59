import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createGroupLink,
  endGroupLink,
  joinGroupByLink,
  readGroupLink,
  verifyGroupLink,
} from '@paddock/contract/calls/group-links';
import { askToJoinGroup, readGroupRequests } from '@paddock/contract/calls/group-requests';
import { deleteGroup, readGroup } from '@paddock/contract/calls/groups';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

let services: TestServices;
let owner: TestMember;
let member: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [owner, member] = [await services.member(), await services.member()];
});
afterAll(() => services.close());

const groupOf = async (fields: object = {}) => (await services.group(owner, [member], fields))._id;
const create = (as: TestMember, id: string, expires?: string) =>
  services.call(createGroupLink, { id, ...(expires !== undefined && { expires }) }, { as });
const join = (as: TestMember, id: string, link_token: string) =>
  services.call(joinGroupByLink, { id, link_token }, { as });
const verify = (as: TestMember, id: string, link_token: string) =>
  services.call(verifyGroupLink, { id, link_token }, { as });

describe('an invitation link', () => {
  it('is the same for all who may copy it, and lets its holder in, also into an invisible group', async () => {
    for (const invisible of [false, true]) {
      const id = await groupOf({ invisible });
      const { status, body } = await create(owner, id);
      expect([status, new URL(body.url).pathname]).toEqual([200, `/main/group/${id}/join/${body.token}`]);
      const copied = await create(member, id);
      if (invisible) expect(copied.body.code).toBe('FORBIDDEN');
      else expect(copied.body).toEqual(body);
      expect((await services.call(readGroupLink, { id }, { as: owner })).body).toEqual({ link: body });
      const ann = await services.member();
      expect((await verify(ann, id, body.token)).body).toMatchObject({ group: { id }, member: false });
      expect((await services.call(readGroup, { id }, { as: ann })).body.member ?? false).toBe(false);
      for (const _ of [1, 2])
        expect((await join(ann, id, body.token)).body).toMatchObject({ state: 'added', group: { id } });
      expect((await services.call(readGroup, { id }, { as: ann })).body.member).toBe(true);
      expect((await verify(ann, id, body.token)).body.member).toBe(true);
    }
  });

  it('is made by members without an expiry, and ended by those who manage the group', async () => {
    const id = await groupOf();
    expect((await services.call(readGroupLink, { id }, { as: member })).body).toEqual({});
    const { token } = (await create(member, id)).body;
    expect((await create(member, id, new Date(Date.now() + 60_000).toISOString())).body.code).toBe('FORBIDDEN');
    expect((await services.call(endGroupLink, { id }, { as: member })).body.code).toBe('FORBIDDEN');
    for (const _ of [1, 2]) expect((await services.call(endGroupLink, { id }, { as: owner })).status).toBe(200);
    const ann = await services.member();
    expect((await join(ann, id, token)).body.code).toBe('LINK_INVALID');
    const next = (await create(owner, id)).body.token;
    expect(next).not.toBe(token);
    expect((await join(ann, id, token)).body.code).toBe('LINK_INVALID');
    expect((await join(ann, id, next)).status).toBe(200);
  });

  it('expires when an owner has set it so; a later one has another token', async () => {
    const id = await groupOf();
    const past = await create(owner, id, new Date(Date.now() - 1000).toISOString());
    expect([past.body.code, past.body.fields]).toEqual(['INVALID_END_DATE', { expires: 'INVALID_END_DATE' }]);
    const expires = new Date(Date.now() + 60_000).toISOString();
    const { token, expires: stored } = (await create(owner, id, expires)).body;
    expect(stored).toBe(expires);
    expect((await create(owner, id, '')).body).toMatchObject({ token });
    expect((await create(owner, id)).body.expires).toBeUndefined();
    await create(owner, id, expires);
    await services
      .get(Mongo)
      .connection.collection<{ _id: string }>('group_links')
      .updateOne({ _id: id }, { $set: { expires: new Date(0) } });
    const ann = await services.member();
    for (const reply of [await join(ann, id, token), await verify(ann, id, token)])
      expect([reply.status, reply.body.code]).toEqual([403, 'LINK_EXPIRED']);
    expect((await services.call(readGroupLink, { id }, { as: owner })).body).toEqual({});
    expect((await create(owner, id)).body.token).not.toBe(token);
  });

  it('is refused altered, for another group, of a deleted group and to members of another community or workplace', async () => {
    const [id, other] = [await groupOf(), await groupOf()];
    const { token } = (await create(owner, id)).body;
    const ann = await services.member();
    const foreign = await services.member({ community: 'workplace', workplace: 'hq' });
    await services.configure('workplace', (file) => {
      file.flags['deep_linking'] = true;
    });
    const replies = [
      await join(ann, id, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
      await join(ann, id, ''),
      await join(ann, other, token),
      await join(ann, 'fedcba9876543210fedcba98', token),
      await join(foreign, id, token),
    ];
    expect(replies.map(({ body }) => body.code)).toEqual(replies.map(() => 'LINK_INVALID'));
    await services.call(deleteGroup, { id }, { as: owner });
    expect((await join(ann, id, token)).body.code).toBe('LINK_INVALID');
  });

  it('of another workplace names it to members who belong there, and is invalid to all others', async () => {
    await services.configure('workplace', (file) => {
      file.flags['deep_linking'] = true;
    });
    const place = { community: 'workplace' } as const;
    const [chief, both, stranger, admin] = await Promise.all([
      services.member({ ...place, workplace: 'porto', acl: [{ title: 'workplace_admin', resources: ['porto'] }] }),
      services.member({ ...place, workplace: 'hq', workplaces: ['hq', 'porto'] }),
      services.member({ ...place, workplace: 'hq', workplaces: ['hq'] }),
      services.member({ ...place, workplace: 'hq', admin: true }),
    ]);
    const id = (await services.group(chief, [], { invisible: true }))._id;
    const { token } = (await create(chief, id)).body;
    for (const as of [both, admin]) {
      expect((await verify(as, id, token)).body).toMatchObject({ group: { id }, member: false, workplace: 'porto' });
      // Joining needs the switch.
      expect((await join(as, id, token)).body.code).toBe('LINK_INVALID');
    }
    expect((await verify(chief, id, token)).body).toMatchObject({ member: true, workplace: 'porto' });
    const refused = await verify(stranger, id, token);
    expect([refused.status, refused.body.code]).toEqual([404, 'LINK_INVALID']);
    expect(JSON.stringify(refused.body)).not.toMatch(/porto/i);
    const expires = { $set: { expires: new Date(0) } };
    await services.get(Mongo).connection.collection<{ _id: string }>('group_links').updateOne({ _id: id }, expires);
    expect((await verify(both, id, token)).body.code).toBe('LINK_EXPIRED');
    expect((await verify(stranger, id, token)).body.code).toBe('LINK_INVALID');
  });

  it('settles the holder’s request', async () => {
    const id = await groupOf();
    const ann = await services.member();
    await services.call(askToJoinGroup, { id }, { as: ann });
    await join(ann, id, (await create(owner, id)).body.token);
    expect((await services.call(readGroupRequests, { id }, { as: owner })).body).toMatchObject({
      requests: [],
      total: 0,
    });
  });

  it('exists only with deep_linking', async () => {
    const id = await groupOf();
    const { token } = (await create(owner, id)).body;
    await underFlags(services, 'motorsport', { deep_linking: false }, async () => {
      const replies = [
        await create(owner, id),
        await services.call(readGroupLink, { id }, { as: owner }),
        await services.call(endGroupLink, { id }, { as: owner }),
        await join(await services.member(), id, token),
        await verify(member, id, token),
      ];
      expect(replies.map(({ body }) => body.code)).toEqual(replies.map(() => 'FEATURE_DISABLED'));
      expect((await services.call(readGroup, { id }, { as: owner })).body.can_link).toBe(false);
    });
    expect((await services.call(readGroup, { id }, { as: owner })).body.can_link).toBe(true);
  });
});
