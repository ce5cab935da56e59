import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { browseGroups } from '@paddock/contract/calls/group-browsing';
import { createGroupLink, joinGroupByLink, readGroupLink } from '@paddock/contract/calls/group-links';
import {
  addGroupMembers,
  leaveGroup,
  removeGroupMember,
  setGroupOwner,
  setGroupReadOnly,
} from '@paddock/contract/calls/group-members';
import { acceptGroupRequest, askToJoinGroup, readGroupRequests } from '@paddock/contract/calls/group-requests';
import {
  createGroup,
  deleteGroup,
  readGroup,
  readGroups,
  readGroupTitle,
  updateGroup,
} from '@paddock/contract/calls/groups';
import { readNotifications } from '@paddock/contract/calls/notifications';
import type { Call, CallInput } from '@paddock/contract/core/call';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { DeletedGroupRepository } from './deleted-group.repository.js';
import { GroupErasure } from './group-erasure.js';
import { GroupRequestRepository } from './group-request.repository.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

async function run<C extends Call>(call: C, input: CallInput<C>, as: TestMember) {
  const reply = await services.call(call, input, { as });
  expect([call.name, reply.status, reply.body.code]).toEqual([call.name, 200, undefined]);
  return reply.body;
}

it('uses an index for every query of the group calls and of the erasure', async () => {
  const [owner, ann, bob, eve] = await Promise.all([1, 2, 3, 4].map(() => services.member()));
  const title = `Pit ${randomUUID()}`;
  await expectNoCollectionScan(services, async () => {
    const { id } = (await run(createGroup, { title, users: [ann!.id] }, owner!)).group;
    for (const as of [owner, ann, bob]) await run(readGroup, { id }, as!);
    await run(readGroupTitle, { title }, bob!);
    await run(readGroups, { ids: [id] }, bob!);
    for (const query of [undefined, title]) await run(browseGroups, { query, after: id }, bob!);
    await run(updateGroup, { id, title: `${title} 2` }, owner!);
    await run(askToJoinGroup, { id }, bob!);
    await run(readGroupRequests, { id, after: `1-${eve!.id}` }, owner!);
    await run(acceptGroupRequest, { id, user: bob!.id }, owner!);
    const { token } = await run(createGroupLink, { id }, owner!);
    await run(readGroupLink, { id }, owner!);
    await run(joinGroupByLink, { id, link_token: token }, eve!);
    await run(setGroupReadOnly, { id, uid: eve!.id, read_only: true }, owner!);
    await run(setGroupOwner, { id, uid: eve!.id, owner: true }, owner!);
    await run(removeGroupMember, { id, uid: ann!.id }, owner!);
    await run(addGroupMembers, { id, uid: [ann!.id] }, owner!);
    await run(leaveGroup, { id }, ann!);
    const tenant = tenantOfMember(owner!);
    await services.get(GroupRequestRepository).everywhere(tenant, bob!.id);
    await run(deleteGroup, { id }, owner!);
    await services.get(DeletedGroupRepository).before(tenant, new Date());
    await services.get(GroupErasure).sweep(new Date(Date.now() + 31 * dayMs));
    await services.get(GroupRequestRepository).forget(tenant, bob!.id);
  });
});

it('tells all added members by one event, and not the one who added them', async () => {
  const [owner, admin, ...others] = await Promise.all([1, 2, 3, 4].map(() => services.member({ admin: true })));
  const { _id: id } = await services.group(owner!);
  await run(addGroupMembers, { id, uid: [admin!, ...others].map((one) => one.id) }, admin!);
  await notified(services, { group_joined: ['GroupJoined'] });
  const notificationsOf = async (as: TestMember) =>
    (await services.call(readNotifications, {}, { as })).body.notifications;
  for (const one of others)
    expect(await notificationsOf(one)).toMatchObject([{ kind: 'group_joined', address: `/main/conversation/${id}` }]);
  expect(await notificationsOf(admin!)).toEqual([]);
  const outbox = services.get(Mongo).connection.collection('outbox');
  expect(await outbox.countDocuments({ kind: 'GroupJoined', 'facts.group': id })).toBe(1);
});

it('reads only the oldest hundred applicants to count requests, and those of a page to list them', async () => {
  const [owner, ann] = [await services.member(), await services.member()];
  const { _id: id } = await services.group(owner);
  await run(askToJoinGroup, { id }, ann);
  const requests = services.get(GroupRequestRepository);
  const gone = Array.from({ length: 110 }, (_, at) => `gone-${at}`);
  for (const user of gone)
    await services.get(Mongo).transaction((session) => requests.ask(tenantOfMember(owner), id, user, { session }));
  const byIds = jest.spyOn(services.get(UserRepository), 'byIds');
  const { requests: counted } = await run(readGroup, { id }, owner);
  const list = await run(readGroupRequests, { id, count: 5 }, owner);
  const read = byIds.mock.calls.map(([, ids]) => ids.filter((user) => gone.includes(user)).length);
  byIds.mockRestore();
  // Ann, whose request is the oldest, and the 11 behind the hundred.
  expect([counted, list.total, list.requests.map(({ user }) => user.id)]).toEqual([12, 12, [ann.id]]);
  expect(read.filter((size) => size > 0).sort((a, b) => a - b)).toEqual([4, 99, 99]);
});
