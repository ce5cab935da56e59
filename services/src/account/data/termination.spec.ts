import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { deleteAccount, terminateMember } from '@paddock/contract/calls/account-data';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const motorsport = tenantOf('motorsport');
const remove = (as: TestMember, password?: string) => services.call(deleteAccount, { password }, { as });
async function forgotten() {
  const departures = services.get(Mongo).connection.collection('departures');
  for (const end = Date.now() + 10_000; (await departures.countDocuments()) > 0; await wait(50))
    if (Date.now() > end) throw new Error('a member is not forgotten');
}

describe('a termination by a super admin', () => {
  it.each<[string, object, number, string | undefined]>([
    ['a member', {}, 403, 'FORBIDDEN'],
    ['a workplace admin', { acl: [{ title: 'workplace_admin', resources: [''] }] }, 403, 'FORBIDDEN'],
    ['a super admin', { admin: true }, 200, undefined],
  ])('%s asks', async (_, given, status, code) => {
    const [as, ann] = [await services.member(given), await services.member()];
    const reply = await services.call(terminateMember, { id: ann.id }, { as });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect((await services.call(readSelf, {}, { as: ann })).status).toBe(status === 200 ? 401 : 200);
  });

  it('deletes an account once, and no account of another community', async () => {
    const as = await services.member({ admin: true });
    const [ann, other] = [await services.member(), await services.member({ community: 'workplace' })];
    const replies = await Promise.all([1, 2].map(() => services.call(terminateMember, { id: ann.id }, { as })));
    expect(replies.map(({ body }) => body.code).sort()).toEqual(['USER_NOT_FOUND', undefined]);
    expect((await services.call(terminateMember, { id: other.id }, { as })).body.code).toBe('USER_NOT_FOUND');
    await forgotten();
  });

  it('refuses the own account, whose deletion asks for the password', async () => {
    const [as] = await Promise.all([services.member({ admin: true }), services.member({ admin: true })]);
    const reply = await services.call(terminateMember, { id: as.id }, { as });
    expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await services.call(readSelf, {}, { as })).status).toBe(200);
  });

  it('keeps the last super admin, also when the last two delete their accounts concurrently', async () => {
    await services
      .get(UserRepository)
      .admins(motorsport, 'community')
      .then((rows) =>
        Promise.all(
          rows.map(({ _id }) =>
            services
              .get(Mongo)
              .connection.collection('users')
              .updateOne({ _id: _id as never }, { $set: { admin: false } }),
          ),
        ),
      );
    services.get(Mongo).wrote('users', undefined);
    const two = await Promise.all([1, 2].map(() => memberWithPassword(services, { admin: true })));
    const replies = await Promise.all(two.map((one) => remove(one, testPassword)));
    expect(replies.map(({ body }) => body.code).sort()).toEqual(['LAST_ADMIN', undefined]);
    const [left] = await services.get(UserRepository).admins(motorsport, 'community');
    expect(
      (
        await remove(
          two.find(({ id }) => id === left!._id)!,
          testPassword,
        )
      ).body.code,
    ).toBe('LAST_ADMIN');
  });
});
