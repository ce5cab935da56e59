import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { banMember } from '@paddock/contract/calls/account-data';
import { readChats } from '@paddock/contract/calls/chats';
import { readPeople, readProfile, searchPeople } from '@paddock/contract/calls/people';
import { postShout, readShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';

let services: TestServices;
let chief: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,people,shouts', RATE_LIMITS: 'off' });
  chief = await services.member({ admin: true });
});
afterAll(() => services.close());

const ban = (id: string, banned: boolean) => services.call(banMember, { id, banned }, { as: chief });
const post = async (as: TestMember, shout: string) =>
  (await services.call(postShout, { client_id: randomUUID(), group: '0', shout }, { as })).body;
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The places that list members; each returns whether it lists `whom`. */
const places: Record<string, (as: TestMember, whom: TestMember) => Promise<boolean>> = {
  directory: async (as, { id }) =>
    ids((await services.call(readPeople, { count: 60 }, { as })).body.users).includes(id),
  'search for members': async (as, { id, username }) =>
    ids((await services.call(searchPeople, { query: username }, { as })).body.results).includes(id),
  'search of the chats': async (as, { id, username }) =>
    ids(
      (await services.call(readChats, { verb: 'search', prop: 'people', query: username }, { as })).body.users!,
    ).includes(id),
  mentions: async (as, { username }) =>
    (await post(as, `Thanks @${username}`)).mentions.some((name) => name.toLowerCase() === username.toLowerCase()),
};

async function acquainted(zoe: TestMember) {
  const ann = await services.member();
  const message = { client_id: randomUUID(), recipients: [zoe.id], shout: 'See you at the gate' };
  expect((await services.call(postShout, message, { as: ann })).status).toBe(200);
  return ann;
}
async function groupFellow(zoe: TestMember) {
  const ann = await services.member();
  await services.group(ann, [zoe]);
  return ann;
}

describe('a banned member', () => {
  it.each(Object.entries(places))('is missing from the %s until unbanned', async (place, has) => {
    const [ann, zoe] = [await services.member(), await services.member()];
    const workplaceAdmin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
    expect(await has(ann, zoe)).toBe(true);
    const before = (await services.call(readPeople, {}, { as: ann })).body.total_users;
    await ban(zoe.id, true);
    expect(await has(ann, zoe)).toBe(false);
    expect(await has(workplaceAdmin, zoe)).toBe(false);
    // Super admins, who can unban members, find them; mentions offer only members who can read the shout.
    expect(await has(chief, zoe)).toBe(place !== 'mentions');
    expect((await services.call(readPeople, {}, { as: ann })).body.total_users).toBe(before - 1);
    await ban(zoe.id, false);
    expect(await has(ann, zoe)).toBe(true);
  });

  it('remains the author of their shouts', async () => {
    const [ann, zoe] = [await services.member(), await services.member()];
    const { id } = await post(zoe, 'Box this lap');
    await ban(zoe.id, true);
    const { shout } = (await services.call(readShout, { id }, { as: ann })).body;
    expect(shout.user).toMatchObject({ id: zoe.id, username: zoe.username });
  });

  it.each([
    ['a member', () => services.member()],
    ['a workplace admin', () => services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] })],
    ['a member of a common direct chat', (zoe: TestMember) => acquainted(zoe)],
    ['a member of a common group', (zoe: TestMember) => groupFellow(zoe)],
  ])('has no profile for %s, with the reply for an unknown member', async (_who, viewer) => {
    const zoe = await services.member();
    const as = await viewer(zoe);
    const profile = (id: string) => services.call(readProfile, { id }, { as });
    const unknown = await profile('fedcba9876543210fedcba98');
    expect((await profile(zoe.id)).status).toBe(200);
    await ban(zoe.id, true);
    const { status, body } = await profile(zoe.id);
    expect([status, body]).toEqual([404, unknown.body]);
    expect(body.code).toBe('USER_NOT_FOUND');
    expect((await services.call(readProfile, { id: zoe.id }, { as: chief })).body.username).toBe(zoe.username);
    await ban(zoe.id, false);
    expect((await profile(zoe.id)).status).toBe(200);
  });
});
