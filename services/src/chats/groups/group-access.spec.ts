import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { GroupAccess } from './group-access.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

describe(GroupAccess, () => {
  it('leaves a request to super admins without a block, and to the others where none remains', async () => {
    const [owner, ann] = [await services.member({ banned: true }), await services.member()];
    const chiefs = [await services.member({ admin: true }), await services.member({ admin: true })] as const;
    const tenant = tenantOfMember(ann);
    const { _id: group } = await services.group(owner);
    const users = services.get(UserRepository);
    const config = services.get(Communities).find(tenant.community)!;
    const deciders = async () => {
      const applicant = (await users.byId(tenant, ann.id))!;
      return (await services.get(GroupAccess).deciders(tenant, group, applicant, config)).map(({ _id }) => _id).sort();
    };
    const block = (by: TestMember, of: TestMember) => users.setBlocked(tenant, by.id, of.id, true);
    const all = chiefs.map(({ id }) => id).sort();
    expect(await deciders()).toEqual(all);
    await block(ann, chiefs[0]);
    expect(await deciders()).toEqual([chiefs[1].id]);
    await block(chiefs[1], ann);
    expect(await deciders()).toEqual(all);
  });
});
