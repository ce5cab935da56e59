import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import type { Environment } from '../../infrastructure/environment/environment.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { ChangedRows } from '../../infrastructure/outbox/changed-rows.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import { OutboxRepository } from '../../infrastructure/outbox/outbox.repository.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { MembershipRepository } from './membership.repository.js';

const tenant = tenantOf('motorsport');
let database: TestDatabase;
let mongo: Mongo;
let committed: CommitLog;
let memberships: MembershipRepository;
beforeAll(async () => {
  database = await startTestDatabase();
  mongo = await new Mongo({ mongoUri: database.uri, mongoDb: database.name } as Environment).connect();
  committed = new CommitLog(new OutboxRepository(mongo));
  memberships = new MembershipRepository(mongo, committed);
  await mongo.onModuleInit();
});
afterAll(async () => {
  await mongo.onApplicationShutdown();
  await database.stop();
});

describe(MembershipRepository, () => {
  it('loads the memberships of a burst of calls in one query for each group', async () => {
    const [pits, paddock] = [newId(), newId()];
    const users = Array.from({ length: 60 }, newId);
    const inPits = (index: number) => index % 3 > 0;
    await Promise.all(
      users.map((user, index) => memberships.add(tenant, inPits(index) ? pits : paddock, user, 'member')),
    );
    await committed.sync();
    let commands = 0;
    mongo.connection.getClient().on('connectionCheckedOut', () => commands++);
    const rows = await Promise.all(
      users.flatMap((user) => [memberships.of(tenant, pits, user), memberships.of(tenant, paddock, user)]),
    );
    expect(commands).toBe(2);
    const found = rows.map((row) => row && [row.group, row.user]);
    const expected = users.flatMap((user, index) => (inPits(index) ? [[pits, user], null] : [null, [paddock, user]]));
    expect(found).toEqual(expected);
  });

  it('keeps the members of a group until a write of this process or an event of another', async () => {
    const [pits, paddock] = [newId(), newId()];
    const [ann, bob, eve] = [newId(), newId(), newId()];
    for (const [group, user] of [
      [pits, ann],
      [pits, bob],
      [paddock, bob],
    ] as const)
      await memberships.add(tenant, group, user, 'member');
    const both = () => memberships.usersOf(tenant, [pits, paddock]);
    expect(await both()).toEqual([ann, bob]);
    await memberships.leave(tenant, pits, ann);
    expect(await both()).toEqual([bob]);
    await memberships.add(tenant, paddock, eve, 'member');
    expect(await both()).toEqual([bob, eve]);

    const { community, workplace } = tenant;
    await mongo.connection.collection('memberships').deleteMany({ community, workplace, group: paddock });
    expect(await both()).toEqual([bob, eve]);
    new ChangedRows(mongo, committed).drop({ kind: 'MembershipChanged', tenant, group: paddock, user: eve } as never);
    expect(await both()).toEqual([bob]);
    expect(await memberships.usersOf(tenant, [newId()])).toEqual([]);
  });
});
