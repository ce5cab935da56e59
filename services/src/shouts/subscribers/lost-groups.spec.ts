import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leaveGroup, removeGroupMember, setGroupReadOnly } from '@paddock/contract/calls/group-members';
import { deleteGroup } from '@paddock/contract/calls/groups';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { likeShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { LostGroups } from './lost-groups.js';

const kinds = {
  mention: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated'],
  like: ['ShoutLiked'],
  comment: ['CommentPosted'],
};
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

async function post(as: TestMember, target: object, shout = 'Wets or slicks?'): Promise<string> {
  const { body, status } = await services.call(postShout, { client_id: randomUUID(), shout, ...target }, { as });
  expect(status).toBe(200);
  return body.id;
}
const inbox = async (as: TestMember) => (await services.call(readNotifications, {}, { as })).body;
const kindsOf = async (as: TestMember) => (await inbox(as)).notifications.map(({ kind }) => kind).sort();
const keys = async () => {
  const rows = await services.get(Mongo).connection.collection('notices').find().toArray();
  return rows.map((row) => String(row['key']));
};
/** Waits until a subscriber has handled every event so far. */
async function handled(subscriber: string, event: string) {
  const { connection } = services.get(Mongo);
  const stored = (name: string) => connection.collection<{ _id: string; position: number }>(name);
  for (let turn = 0; turn < 1000; turn += 1) {
    const [last] = await stored('outbox')
      .find({ kind: event }, { sort: { _id: -1 }, limit: 1 })
      .toArray();
    const reader = await stored('outbox_positions').findOne({ _id: `subscriber:${subscriber}` });
    if (last && last.position > 0 && (reader?.position ?? 0) >= last.position) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${subscriber} was late`);
}

/** A group in which Bob has a notification of each kind; his own shout is the one that was liked and commented on. */
async function scene(invisible: boolean, admin = false) {
  const [ann, bob, eve] = [await services.member(), await services.member({ admin }), await services.member()];
  const { _id: group } = await services.group(ann, [bob, eve], { invisible });
  const mention = await post(ann, { group }, `@${bob.username} @${eve.username}!`);
  const own = await post(bob, { group });
  const comment = await post(ann, { in_reply_to: own });
  expect((await services.call(likeShout, { id: own }, { as: ann })).status).toBe(200);
  await post(ann, { group: '0' }, `@${bob.username} elsewhere`);
  await notified(services, kinds);
  expect(await kindsOf(bob)).toEqual(['comment', 'like', 'mention', 'mention']);
  return { ann, bob, eve, group, mention, own, comment };
}
type Scene = Awaited<ReturnType<typeof scene>>;
const removeBob = async ({ ann, bob, group }: Scene) => {
  expect((await services.call(removeGroupMember, { id: group, uid: bob.id }, { as: ann })).status).toBe(200);
  await handled('shouts-lost-group', 'MembershipChanged');
};

describe(LostGroups, () => {
  it('takes the notifications about a group from a member who loses it, and from no other', async () => {
    const all = await scene(true);
    const { ann, bob, eve, group } = all;
    const muted = await services.call(setGroupReadOnly, { id: group, uid: bob.id, read_only: true }, { as: ann });
    expect(muted.status).toBe(200);
    await handled('shouts-lost-group', 'MembershipChanged');
    expect((await inbox(bob)).unread).toBe(4);
    await removeBob(all);
    expect(await inbox(bob)).toMatchObject({ unread: 1, notifications: [{ kind: 'mention' }] });
    expect(await kindsOf(eve)).toEqual(['mention']);
  });

  it('keeps the notifications about own shouts in a visible group that the member left', async () => {
    const all = await scene(false);
    await services.call(leaveGroup, { id: all.group }, { as: all.bob });
    await handled('shouts-lost-group', 'MembershipChanged');
    expect(await kindsOf(all.bob)).toEqual(['comment', 'like', 'mention']);
  });

  it('keeps all notifications of an admin, who reads the group from outside', async () => {
    const all = await scene(true, true);
    await removeBob(all);
    expect((await inbox(all.bob)).unread).toBe(4);
  });

  it('takes the notifications about a deleted group from all members', async () => {
    const { ann, bob, eve, group } = await scene(false);
    expect((await services.call(deleteGroup, { id: group }, { as: ann })).status).toBe(200);
    await handled('shouts-lost-group', 'MembershipChanged');
    expect([await kindsOf(bob), await kindsOf(eve)]).toEqual([['mention'], []]);
    const [notifications, tenant] = [services.get(Notifications), tenantOfMember(ann)];
    await expectNoCollectionScan(services, () => notifications.withdrawAllAbout(tenant, group));
  });

  it('leaves no notification about an erased group, also of those that do not name their group', async () => {
    const { ann, group, own, mention } = await scene(true);
    await services
      .get(Mongo)
      .connection.collection('notices')
      .updateMany({}, { $unset: { conversation: 1 } });
    const event = { kind: 'GroupErased', tenant: tenantOfMember(ann), group } as const;
    await services.get(Mongo).transaction((session) => services.get(Outbox).add(session, event));
    await handled('shouts-erase-group', 'GroupErased');
    expect((await keys()).filter((key) => key.includes(own) || key.includes(mention))).toEqual([]);
  });
});
