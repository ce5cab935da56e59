import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { blockMember } from '@paddock/contract/calls/profiles';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { until } from '../../test/test-smtp.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { ReturnedAdmins } from './returned-admins.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,people', RATE_LIMITS: 'off' });
  await services.configure('workplace', (file) => {
    file.flags = { ...file.flags, can_only_view_users_in_my_groups: false };
  });
});
afterAll(() => services.close());

const at = { community: 'workplace', workplace: 'hq' };
const adminOfPorto = (workplaces: string[]) =>
  services.member({ ...at, workplaces, acl: [{ title: 'workplace_admin', resources: ['porto'] }] });
const block = async (as: TestMember, { id }: TestMember) =>
  (await services.call(blockMember, { id }, { as })).body.code;
const blocksOf = async (as: TestMember) => (await services.call(readSelf, {}, { as })).body.blocked_users;

describe(ReturnedAdmins, () => {
  it('are blocked no longer when their workplace is in the deployment again', async () => {
    const [ann, bob, other] = [
      await services.member(at),
      await adminOfPorto(['hq', 'porto']),
      await services.member(at),
    ];
    let before: unknown;
    await services.configure('workplace', (file) => {
      before = file['workplaces'];
      file['workplaces'] = (before as { id: string }[]).filter(({ id }) => id !== 'porto');
    });
    expect([await block(ann, bob), await block(ann, other)]).toEqual([undefined, undefined]);
    await services.configure('workplace', (file) => {
      file['workplaces'] = before;
    });
    await until(async () => !(await blocksOf(ann)).includes(bob.id));
    expect(await blocksOf(ann)).toEqual([other.id]);
    expect(await block(ann, bob)).toBe('FORBIDDEN');
  });

  it('are blocked no longer when they are in their workplace again', async () => {
    const [ann, bob] = [await services.member(at), await adminOfPorto(['hq'])];
    expect(await block(ann, bob)).toBeUndefined();
    const mongo = services.get(Mongo);
    const users = mongo.connection.collection<{ _id: string }>('users');
    await users.updateOne({ _id: bob.id }, { $set: { workplaces: ['hq', 'porto'] } });
    mongo.wrote('users', undefined);
    const event = { kind: 'MemberChanged', tenant: tenantOfMember(bob), user: bob.id } as const;
    await mongo.transaction((session) => services.get(Outbox).add(session, event));
    await until(async () => (await blocksOf(ann)).length === 0);
  });

  it('are blocked no longer at the next run, whatever changed the rows', async () => {
    const [ann, bob, eve] = [await services.member(at), await adminOfPorto(['hq']), await adminOfPorto(['hq'])];
    expect([await block(ann, bob), await block(ann, eve)]).toEqual([undefined, undefined]);
    const users = services.get(Mongo).connection.collection<{ _id: string }>('users');
    await users.updateOne({ _id: bob.id }, { $set: { workplaces: ['hq', 'porto'] } });
    services.get(Mongo).wrote('users', undefined);
    await services.get(ReturnedAdmins).run();
    // The right of the other one has no effect.
    expect(await blocksOf(ann)).toEqual([eve.id]);
  });
});
