import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startOwnTime } from '../../../test/own-time.js';
import { passTime } from '../../../test/pass-time.js';
import { startTestServices, tenantOfMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { SessionService } from '../sessions/session.service.js';
import { UserRepository } from '../users/user.repository.js';
import { RoomKeeper } from './room-keeper.js';
import { TestWindows, until } from '../../../test/test-windows.js';

let services: TestServices;
let windows: TestWindows;

beforeAll(async () => {
  services = await startTestServices();
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

describe(RoomKeeper, () => {
  it.each<[string, object, string]>([
    ['banned', { $set: { banned: true } }, 'ACCESS_FORBIDDEN'],
    ['put back among those who wait', { $set: { pending: true } }, 'PENDING_APPROVAL'],
    ['denied', { $set: { denied: true } }, 'ACCESS_DENIED'],
    ['left with an address that is not proved', { $set: { email_verified: false } }, 'EMAIL_NOT_VERIFIED'],
    ['gone', {}, 'INVALID_TOKEN'],
  ])('closes the windows of a member who is %s within a second, with the reason', async (_, change, code) => {
    const [ann, bob] = [await services.member(), await services.member()];
    const second = { ...ann, token: await services.get(SessionService).open(tenantOfMember(ann), ann.id) };
    const [anns, elsewhere, bobs] = [await windows.open(ann), await windows.open(second), await windows.open(bob)];
    // Fills the cache.
    await services.get(UserRepository).byId(tenantOfMember(ann), ann.id);
    const users = services.get(Mongo).connection.collection<{ _id: string }>('users');
    // Written past the repositories, as by another process.
    if (code === 'INVALID_TOKEN') await users.deleteOne({ _id: ann.id });
    else await users.updateOne({ _id: ann.id }, change);
    const kind = code === 'INVALID_TOKEN' ? 'AccountDeleted' : 'MemberChanged';
    const ownTime = startOwnTime();
    await services.get(Mongo).transaction(async (session) => {
      const outbox = services.get(Outbox);
      for (const { id } of [ann, bob])
        await outbox.add(session, {
          kind: id === bob.id ? 'MemberChanged' : kind,
          tenant: tenantOfMember(ann),
          user: id,
        });
    });
    await until(() => anns.socket.disconnected && elsewhere.socket.disconnected);
    expect(ownTime().ms).toBeLessThan(1000);
    for (const { received } of [anns, elsewhere])
      expect(received).toEqual([{ event: 'session_ended', payload: { code } }]);
    expect(await windows.refusalOf({ token: ann.token })).toEqual({ code });
    expect(bobs.socket.connected).toBe(true);
  });

  it('closes windows when a required plan ends', async () => {
    await underFlags(services, 'motorsport', { subscription_required: true }, async () => {
      const ann = await services.member({ subscription: 'gold' });
      const anns = await windows.open(ann);
      const tenant = tenantOfMember(ann);
      await services.get(Mongo).transaction(async (session) => {
        await services.get(UserRepository).setSubscription(tenant, ann.id, undefined, { session });
        await services.get(Outbox).add(session, { kind: 'MemberChanged', tenant, user: ann.id });
      });
      await until(() => anns.socket.disconnected);
      expect(anns.received.at(-1)).toEqual({ event: 'session_ended', payload: { code: 'SUBSCRIPTION_REQUIRED' } });
    });
  });

  it('disconnects windows of a member in a workplace that they have left, and no others', async () => {
    const bob = await services.member({ community: 'workplace', workplace: 'hq', workplaces: ['hq', 'porto'] });
    const [there, elsewhere] = [await windows.open(bob), await windows.open({ ...bob, workplace: 'porto' })];
    const users = services.get(Mongo).connection.collection<{ _id: string }>('users');
    await users.updateOne({ _id: bob.id }, { $set: { workplaces: ['porto'] } });
    // Written past the repositories, without an event: it takes effect within a minute.
    passTime(61_000);
    const reason = new Promise((resolve) => there.socket.once('disconnect', resolve));
    await services.get(RoomKeeper).round();
    // Not 'io server disconnect', after which windows of earlier versions do not reconnect.
    expect(await reason).toBe('transport close');
    expect(elsewhere.socket.connected).toBe(true);
    expect(await windows.refusalOf({ token: bob.token, workplace: 'hq' }, 'workplace')).toEqual({ code: 'FORBIDDEN' });
  });
});
