import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { banMember } from '@paddock/contract/calls/account-data';
import { readBadges } from '@paddock/contract/calls/badges';
import { startOwnTime } from '../../../test/own-time.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { MemberBans } from '../../community/users/member-bans.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

const ban = (as: TestMember, id: string, banned = true) => services.call(banMember, { id, banned }, { as });
const codeOf = async (as: TestMember) => {
  const { status, body } = await services.call(readBadges, {}, { as });
  return status === 200 ? 200 : body.code;
};

describe(MemberBans, () => {
  it('bans a member at once, tells their windows why, and unbans them', async () => {
    const [chief, ann, bob] = [
      await services.member({ admin: true }),
      await services.member(),
      await services.member(),
    ];
    const [anns, bobs] = [await windows.open(ann), await windows.open(bob)];
    const ownTime = startOwnTime();
    expect((await ban(chief, ann.id)).body).toEqual({ ok: true });
    expect(await codeOf(ann)).toBe('ACCESS_FORBIDDEN');
    await until(() => anns.socket.disconnected);
    expect(ownTime().ms).toBeLessThan(1000);
    expect(anns.received).toEqual([{ event: 'session_ended', payload: { code: 'ACCESS_FORBIDDEN' } }]);
    expect(bobs.socket.connected).toBe(true);
    expect(await windows.refusalOf({ token: ann.token })).toEqual({ code: 'ACCESS_FORBIDDEN' });
    // The forbidden page still reads the own record.
    expect((await services.call(readSelf, {}, { as: ann })).body.banned).toBe(true);
    expect((await ban(chief, ann.id)).body).toEqual({ ok: true });
    expect((await ban(chief, ann.id, false)).body).toEqual({ ok: true });
    expect(await codeOf(ann)).toBe(200);
    await windows.open(ann);
  });

  it('allows only super admins of the community', async () => {
    const [chief, ann] = [await services.member({ admin: true }), await services.member()];
    const steward = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
    const foreign = await services.member({ community: 'workplace', admin: true });
    for (const as of [ann, steward]) expect((await ban(as, chief.id)).body.code).toBe('FORBIDDEN');
    expect((await ban(foreign, ann.id)).body.code).toBe('USER_NOT_FOUND');
    expect((await ban(chief, 'fedcba9876543210fedcba98')).body.code).toBe('USER_NOT_FOUND');
    expect(await codeOf(ann)).toBe(200);
  });

  it('never bans the last super admin, also when two ban each other at once', async () => {
    const community = 'workplace';
    await services
      .get(Mongo)
      .connection.collection('users')
      .updateMany({ community }, { $set: { admin: false } });
    const admin = () => services.member({ community, admin: true });
    const [first, second, out] = [await admin(), await admin(), await admin()];
    // Unverified, pending and banned super admins do not count.
    await services.member({ community, admin: true, email_verified: false });
    await services.member({ community, admin: true, pending: true });
    await ban(first, out.id);
    const codes = (await Promise.all([ban(first, second.id), ban(second, first.id)])).map(({ body }) => body.code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    const [left, banned] = (await codeOf(first)) === 200 ? [first, second] : [second, first];
    expect((await ban(left, left.id)).body.code).toBe('LAST_ADMIN');
    expect((await ban(left, banned.id, false)).status).toBe(200);
    expect((await ban(left, left.id)).status).toBe(200);
  });
});
