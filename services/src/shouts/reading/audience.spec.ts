import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readAudience } from '@paddock/contract/calls/shouts';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { MemberBans } from '../../community/users/member-bans.js';
import { Audience } from './audience.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const audience = async (as: TestMember, id: string) => (await services.call(readAudience, { id }, { as })).body;

describe(Audience, () => {
  it('counts the members of a group and those online; nothing of everybody and direct chats', async () => {
    const now = { last_activity: new Date() };
    const [ann, bob] = [await services.member(now), await services.member(now)];
    const away = await services.member({ last_activity: new Date(0) });
    const group = (await services.group(ann, [bob, away]))._id;
    expect(await audience(ann, group)).toEqual({ members: 3, online: 2 });
    expect(await audience(ann, '0')).toEqual({});
    expect(await audience(ann, bob.id)).toEqual({});
  });

  it('counts banned members for super admins alone', async () => {
    const now = { last_activity: new Date() };
    const [ann, bob] = [await services.member(now), await services.member(now)];
    const chief = await services.member({ admin: true, ...now });
    const group = (await services.group(ann, [bob, chief]))._id;
    await services.get(MemberBans).set(tenantOfMember(bob), bob.id, true, { by: chief.id });
    expect(await audience(ann, group)).toEqual({ members: 2, online: 2 });
    expect(await audience(chief, group)).toEqual({ members: 3, online: 3 });
  });

  it.each([
    [true, {}, {}],
    ['members', { members: 2, online: expect.any(Number) }, {}],
  ])('with hide_members %j an owner gets %j, a member %j', async (hide_members, forOwner, forMember) => {
    await services.configure('workplace', (file) => {
      file.flags['hide_members'] = hide_members;
    });
    const hq = { community: 'workplace', workplace: 'hq' };
    const [owner, member] = [await services.member(hq), await services.member(hq)];
    const group = (await services.group(owner, [member]))._id;
    expect(await audience(owner, group)).toEqual(forOwner);
    expect(await audience(member, group)).toEqual(forMember);
  });
});
