import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { terminateMember } from '@paddock/contract/calls/account-data';
import { likeShout, postShout, readShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestServices, tenantOfMember, type TestServices } from '../../../test/start-test-services.js';
import { type TestDatabase, startTestDatabase } from '../../../test/test-database.js';
import { until } from '../../../test/test-smtp.js';
import { LikesService } from '../../shouts/writing/likes.service.js';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import type { SignedInCaller } from '../calls/caller.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Departure } from './account-erasure.repository.js';
import { AccountErasure } from './account-erasure.js';

let database: TestDatabase;
const running: TestServices[] = [];
const start = async (SERVICES = '') => {
  const shared = { MONGODB_URI: database.uri, MONGODB_DB: database.name, RATE_LIMITS: 'off' };
  const services = await startTestServices({ ...shared, SERVICES, SECRET: 'x'.repeat(40) });
  running.push(services);
  return services;
};
const stop = async (services: TestServices) => {
  running.splice(running.indexOf(services), 1);
  await services.close();
};
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  for (const services of [...running]) await stop(services);
  await database.stop();
});

const rows = (services: TestServices, collection: string, filter: object = {}) =>
  services.get(Mongo).connection.collection(collection).find(filter).toArray();
const open = async (services: TestServices, user: string) =>
  (await rows(services, 'departures', { _id: user }))[0] as unknown as Departure | undefined;

async function liked(services: TestServices) {
  const [ann, bob] = [await services.member(), await services.member()];
  const { body } = await services.call(postShout, { client_id: randomUUID(), group: '0', shout: 'Hello' }, { as: bob });
  await services.call(likeShout, { id: body.id }, { as: ann });
  return { ann, bob, shout: body.id, admin: await services.member({ admin: true }) };
}

describe(AccountErasure, () => {
  it('resumes after a restart, and publishes AccountDeleted once', async () => {
    const whole = await start();
    const { ann, bob, shout, admin } = await liked(whole);
    await stop(whole);

    // Only the process with `account` runs, so shouts, chats and the others cannot erase yet.
    const account = await start('account');
    expect((await account.call(terminateMember, { id: ann.id }, { as: admin })).status).toBe(200);
    await until(async () => (await open(account, ann.id))?.done.includes('account') ?? false);
    expect((await open(account, ann.id))?.services).toEqual(
      expect.arrayContaining(['shouts', 'chats', 'events', 'people']),
    );
    expect((await open(account, ann.id))?.done).not.toContain('shouts');
    expect(await rows(account, 'outbox', { kind: 'AccountDeleted' })).toEqual([]);

    const shouts = await start('shouts');
    await until(async () => (await open(shouts, ann.id))?.done.includes('shouts') ?? false);
    expect((await shouts.call(readShout, { id: shout }, { as: bob })).body.shout.likes_count).toBe(0);
    expect(await open(shouts, ann.id)).toBeDefined();

    const again = await start();
    await until(async () => (await open(again, ann.id)) === undefined);
    await until(async () => (await rows(again, 'outbox', { kind: 'AccountDeleted' })).length > 0);
    expect(await rows(again, 'outbox', { kind: 'AccountDeleted', 'facts.user': ann.id })).toHaveLength(1);
    for (const services of [...running]) await stop(services);
  });

  it("erases data that a concurrent request stored after the account's end", async () => {
    const services = await start();
    const { ann, bob, shout, admin } = await liked(services);
    const tenant = tenantOfMember(ann);
    const { flags } = services.get(Communities).find(ann.community)!;
    await services.call(terminateMember, { id: ann.id }, { as: admin });
    // Longer than all services need.
    await wait(500);
    const { body } = await services.call(
      postShout,
      { client_id: randomUUID(), group: '0', shout: 'Late' },
      { as: bob },
    );
    await services.get(LikesService).like({ tenant, user: ann.row, flags } as SignedInCaller, body.id);
    expect((await services.call(readShout, { id: body.id }, { as: bob })).body.shout.likes_count).toBe(1);
    await until(async () => (await open(services, ann.id)) === undefined);
    for (const id of [shout, body.id])
      expect((await services.call(readShout, { id }, { as: bob })).body.shout.likes_count).toBe(0);
    await stop(services);
  });

  it('retries a service that failed, and delays no other', async () => {
    const services = await start();
    const { ann, shout, bob, admin } = await liked(services);
    const extensions = services.get(ExtensionPoints);
    const real = extensions.all('forget').get('chats')!;
    let failures = 0;
    extensions.provide('forget', 'chats', async () => {
      failures += 1;
      throw new Error('not now');
    });
    await services.call(terminateMember, { id: ann.id }, { as: admin });
    await until(async () => failures > 0 && ((await open(services, ann.id))?.done.includes('shouts') ?? false));
    expect((await services.call(readShout, { id: shout }, { as: bob })).body.shout.likes_count).toBe(0);
    expect((await open(services, ann.id))?.done).not.toContain('chats');
    extensions.provide('forget', 'chats', real);
    await until(async () => (await open(services, ann.id)) === undefined);
    expect(await rows(services, 'outbox', { kind: 'AccountDeleted', 'facts.user': ann.id })).toHaveLength(1);
    // A repeated erasure succeeds.
    for (const forget of extensions.all('forget').values())
      await forget({ community: 'motorsport', workplace: '' } as never, {
        _id: ann.id,
        username_key: ann.username,
        held_email: ann.row.email,
      });
  });
});
