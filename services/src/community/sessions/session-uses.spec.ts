import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { SessionUses } from './session-uses.js';

let services: TestServices;
let members: TestMember[];
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  members = await Promise.all(Array.from({ length: 5 }, () => services.member()));
});
afterAll(() => services.close());

const call = (as: TestMember) => services.call(readSelf, {}, { as });
const rows = (name: string) => services.get(Mongo).connection.collection<{ _id: string; user: string }>(name);

describe(SessionUses, () => {
  it('stores the uses of members who return one after another with one command for all but the first', async () => {
    await services.get(SessionUses).flush();
    // Longer ago than the time between two notes of a session.
    const then = new Date(Date.now() - 61_000);
    await rows('sessions').updateMany({}, { $set: { last_used: then } });
    await rows('users').updateMany({}, { $set: { last_activity: then } });
    for (const cached of ['sessions', 'users']) services.get(Mongo).wrote(cached, undefined);
    const sent: string[] = [];
    const { connection } = services.get(Mongo);
    connection.set('debug', (collection: string, method: string) => {
      if (method === 'updateMany') sent.push(collection);
    });
    const began = new Date();
    for (const member of members) await call(member);
    await services.get(SessionUses).flush();
    connection.set('debug', false);
    expect(sent.filter((collection) => collection === 'sessions').length).toBeLessThanOrEqual(2);
    expect(sent.filter((collection) => collection === 'users').length).toBeLessThanOrEqual(2);
    for (const { id } of members) {
      expect(await rows('users').findOne({ _id: id, last_activity: { $gte: began } } as object)).not.toBeNull();
      expect(await rows('sessions').findOne({ user: id, last_used: { $gte: began } } as object)).not.toBeNull();
    }
  });
});
