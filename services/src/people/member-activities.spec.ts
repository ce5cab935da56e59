import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blockMember, readActivities } from '@paddock/contract/calls/profiles';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { MemberActivities } from './member-activities.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'people,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const post = (as: TestMember, shout: string, group = '0') =>
  services.call(postShout, { client_id: randomUUID(), group, shout }, { as });
const read = (as: TestMember, { id }: { id: string }, count = 10) =>
  services.call(readActivities, { id, count }, { as });
const texts = async (as: TestMember, member: TestMember) =>
  (await read(as, member)).body.activities.map(({ kind, text }) => text ?? kind);

describe(MemberActivities, () => {
  it('lists the shouts that the caller may read and the sign-up, newest first', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const { _id: group } = await services.group(ann, [bob]);
    await post(ann, 'To all');
    await post(ann, 'To the group', group);
    expect(await texts(bob, ann)).toEqual(['To the group', 'To all', 'joined']);
    expect(await texts(eve, ann)).toEqual(['To all', 'joined']);
    expect((await read(bob, ann, 1)).body.activities).toHaveLength(1);
  });

  it('hides shouts across a block, and the whole of a member whom the caller cannot see', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    await post(ann, 'To all');
    await services.call(blockMember, { id: bob.id }, { as: ann });
    expect(await texts(bob, ann)).toEqual(['joined']);
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      expect((await read(bob, ann)).body.code).toBe('USER_NOT_FOUND');
    });
    expect((await read(bob, { id: 'fedcba9876543210fedcba98' })).body.code).toBe('USER_NOT_FOUND');
  });
});
