import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { logout, readSelf } from '@paddock/contract/calls/account';
import { banMember } from '@paddock/contract/calls/account-data';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startOwnTime } from '../../../test/own-time.js';
import { passTime } from '../../../test/pass-time.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { type TestDatabase, startTestDatabase } from '../../../test/test-database.js';
import { MembershipRepository } from '../memberships/membership.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { RoomKeeper } from './room-keeper.js';
import { type TestWindow, TestWindows, until } from '../../../test/test-windows.js';

let database: TestDatabase;
let here: TestServices;
let there: TestServices;
let windows: TestWindows;

beforeAll(async () => {
  database = await startTestDatabase();
  const variables = { MONGODB_URI: database.uri, MONGODB_DB: database.name, RATE_LIMITS: 'off' };
  here = await startTestServices(variables);
  there = await startTestServices(variables);
  windows = new TestWindows(here);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.stop();
});
afterEach(() => windows.closeAll());

const me = async (as: TestMember) => (await here.call(readSelf, {}, { as })).status;

describe(RoomKeeper, () => {
  it('closes windows of a session that another process ended, also those that open meanwhile', async () => {
    const ann = await here.member();
    const opened = [await windows.open(ann)];
    // Longer than a row that was just read stays in the cache.
    passTime(800);
    expect(await me(ann)).toBe(200);
    await there.call(logout, {}, { as: ann });
    const end = performance.now() + 600;
    here.get(Outbox).wake();
    const opening = [];
    for (; performance.now() < end; await wait(20))
      opening.push(
        windows.open(ann).then(
          (window) => void opened.push(window),
          () => undefined,
        ),
      );
    await Promise.all(opening);
    await until(() => opened.every(({ socket }) => !socket.connected));
    expect(await me(ann)).toBe(401);
  });

  it('closes windows of members without access within a second, without a request', async () => {
    const chief = await here.member({ admin: true });
    const causes: [string, (ann: TestMember) => Promise<unknown>][] = [
      ['ACCESS_FORBIDDEN', ({ id }) => there.call(banMember, { id, banned: true }, { as: chief })],
      ['INVALID_TOKEN', (ann) => there.call(logout, {}, { as: ann })],
    ];
    for (const [code, cause] of causes) {
      const ann = await here.member();
      // Without a window the process looks for events of others rarely.
      await until(() => !here.get(Realtime).hasWindows());
      here.get(Outbox).wake();
      await wait(500);
      const { socket, received } = await windows.open(ann);
      expect(await me(ann)).toBe(200);
      await cause(ann);
      const ownTime = startOwnTime();
      await until(() => socket.disconnected);
      expect(ownTime().ms).toBeLessThan(1000);
      // The event of the ban may come before.
      const others = received.filter(({ event }) => event !== 'updating_user');
      expect(others).toEqual([{ event: 'session_ended', payload: { code } }]);
    }
  });

  it('removes windows from the room of a group that their member left in another process', async () => {
    const [ann, bob] = [await here.member(), await here.member()];
    const tenant = tenantOfMember(ann);
    const { _id: group } = await here.group(ann, [bob], { invisible: true });
    const [anns, bobs] = [await windows.open(ann), await windows.open(bob)];
    const realtime = here.get(Realtime);
    const hasReceived = ({ received }: TestWindow) => received.some(({ event }) => event === 'posting_topic');
    const [memberships, kept] = [there.get(MembershipRepository), here.get(MembershipRepository)];
    for (const isMember of [false, true, false]) {
      // Longer than a row that was just read stays in the cache.
      passTime(800);
      await Promise.all([kept.ofUser(tenant, bob.id), kept.of(tenant, group, bob.id)]);
      await there.get(Mongo).transaction(async (session) => {
        if (isMember) await memberships.add(tenant, group, bob.id, 'member', { session });
        else await memberships.leave(tenant, group, bob.id, { session });
        await there.get(Outbox).add(session, { kind: 'MembershipChanged', tenant, group, user: bob.id });
      });
      here.get(Outbox).wake();
      await until(() => realtime.viewers(tenant, { conversation: group }).includes(bob.id) === isMember);
      expect((await kept.of(tenant, group, bob.id)) !== null).toBe(isMember);
      anns.received.length = bobs.received.length = 0;
      await here.call(postShout, { client_id: randomUUID(), shout: 'box', group }, { as: ann });
      await until(() => hasReceived(anns));
      await windows.settled([bob, bobs]);
      expect(hasReceived(bobs)).toBe(isMember);
    }
    expect(bobs.socket.connected).toBe(true);
  });
});
