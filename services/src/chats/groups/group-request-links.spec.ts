import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acceptGroupRequest, ignoreGroupRequest, verifyGroupRequest } from '@paddock/contract/calls/group-requests';
import { leaveGroup, setGroupOwner } from '@paddock/contract/calls/group-members';
import { deleteGroup, readGroup } from '@paddock/contract/calls/groups';
import { groupRequests } from '../../../test/group-request-scenario.js';
import { moveAddress } from '../../../test/move-address.js';
import { passTime } from '../../../test/pass-time.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

type Decide = typeof acceptGroupRequest;
const { hq, ask, byLink, requested } = groupRequests(() => services);
const decide = (call: Decide, as: TestMember, id: string, user: string) => services.call(call, { id, user }, { as });
const isMember = async (as: TestMember, id: string) => (await services.call(readGroup, { id }, { as })).body.member;

describe('a mailed link', () => {
  it('is invalid once its owner has another address', async () => {
    const { owner, ann, id, token } = await requested();
    await moveAddress(services, owner);
    expect(await byLink(acceptGroupRequest, id, ann.id, token)).toBe('LINK_INVALID');
    expect(await isMember(ann, id)).toBe(false);
  });

  it('shows the request without a change, decides it once, and then returns the outcome', async () => {
    const { ann, id, token } = await requested();
    for (const _ of [1, 2]) expect(await byLink(verifyGroupRequest, id, ann.id, token)).toBe('waiting');
    expect(await isMember(ann, id)).toBe(false);
    expect(await byLink(acceptGroupRequest, id, ann.id, token)).toBe('granted');
    for (const call of [acceptGroupRequest, ignoreGroupRequest, verifyGroupRequest])
      expect(await byLink(call, id, ann.id, token)).toBe('already_granted');
    expect(await isMember(ann, id)).toBe(true);
    // A spent link does not let the member in again.
    await services.call(leaveGroup, { id }, { as: ann });
    expect(await byLink(acceptGroupRequest, id, ann.id, token)).toBe('already_granted');
    await ask(ann, id);
    expect(await byLink(acceptGroupRequest, id, ann.id, token)).toBe('already_granted');
    expect(await isMember(ann, id)).toBe(false);
  });

  it('ignores, and then says so', async () => {
    const { owner, ann, id, token } = await requested();
    expect(await byLink(ignoreGroupRequest, id, ann.id, token)).toBe('denied');
    expect(await byLink(acceptGroupRequest, id, ann.id, token)).toBe('already_denied');
    expect((await services.call(readGroup, { id }, { as: owner })).body).toMatchObject({ requests: 0, totalUsers: 1 });
  });

  it('says what another owner decided', async () => {
    const { owner, ann, id, token } = await requested();
    await decide(acceptGroupRequest, owner, id, ann.id);
    expect(await byLink(ignoreGroupRequest, id, ann.id, token)).toBe('already_granted');
    expect(await isMember(ann, id)).toBe(true);
  });

  it('is refused altered, for another member or group, expired, and in another community', async () => {
    const { ann, id, token } = await requested();
    const other = await requested();
    for (const call of [verifyGroupRequest, acceptGroupRequest, ignoreGroupRequest]) {
      const codes = [
        await byLink(call, id, ann.id, `${token.slice(0, -2)}AA`),
        await byLink(call, id, ann.id, ''),
        await byLink(call, other.id, ann.id, token),
        await byLink(call, id, other.ann.id, token),
        await byLink(call, id, ann.id, other.token),
        (await services.call(call, { id, user: ann.id, group_owner_token: token })).body.code,
      ];
      expect(codes).toEqual(codes.map(() => 'LINK_INVALID'));
    }
    const links = services.get(Mongo).connection.collection('link_tokens');
    await links.updateMany({ user: ann.id }, { $set: { expires: new Date(Date.now() - 1000) } });
    expect(await byLink(acceptGroupRequest, id, ann.id, token)).toBe('LINK_EXPIRED');
    expect(await isMember(ann, id)).toBe(false);
  });

  it('ends with its owner’s role, the group, and the member’s place in the workplace', async () => {
    const demoted = await requested();
    const heir = await hq();
    await services
      .get(Mongo)
      .connection.collection('memberships')
      .updateMany({ group: demoted.id }, { $set: { role: 'owner' } });
    services.get(Mongo).wrote('memberships', undefined);
    const boss = await hq({ admin: true });
    await ask(heir, demoted.id);
    await decide(acceptGroupRequest, boss, demoted.id, heir.id);
    await services.call(setGroupOwner, { id: demoted.id, uid: heir.id, owner: true }, { as: boss });
    await services.call(setGroupOwner, { id: demoted.id, uid: demoted.owner.id, owner: false }, { as: boss });
    const deleted = await requested();
    await services.call(deleteGroup, { id: deleted.id }, { as: deleted.owner });
    const moved = await requested();
    await services
      .get(Mongo)
      .connection.collection<{ _id: string }>('users')
      .updateOne({ _id: moved.ann.id }, { $set: { workplaces: ['porto'] } });
    services.get(Mongo).wrote('users', undefined);
    passTime(900);
    for (const { id, ann, token } of [demoted, deleted, moved])
      for (const call of [acceptGroupRequest, ignoreGroupRequest, verifyGroupRequest])
        expect(await byLink(call, id, ann.id, token)).toBe('LINK_INVALID');
    expect((await services.call(readGroup, { id: demoted.id }, { as: boss })).body.requests).toBe(1);
  });
});
