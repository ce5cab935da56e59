import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { notified } from '../../../test/notified.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { CommentNotifications } from './comment-notifications.js';

const kinds = { comment: ['CommentPosted'], mention: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated'] };
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

async function post(as: TestMember, target: object = { group: '0' }, shout = 'Wets or slicks?'): Promise<string> {
  const { body, status } = await services.call(postShout, { client_id: randomUUID(), shout, ...target }, { as });
  expect(status).toBe(200);
  return body.id;
}
async function notificationsOf(as: TestMember) {
  await notified(services, kinds);
  const { notifications } = (await services.call(readNotifications, {}, { as })).body;
  return notifications.map(({ kind, facts, address }) => [kind, facts['who'], address]);
}
/** Waits until no notification names these shouts. */
async function notificationsWithout(as: TestMember, ...ids: string[]) {
  for (let turn = 0; turn < 200; turn += 1) {
    const left = await notificationsOf(as);
    if (!ids.some((id) => JSON.stringify(left).includes(id))) return left;
  }
  throw new Error('a notification was not withdrawn');
}
const pair = () => Promise.all([services.member({ fullname: 'Ann Ace' }), services.member({ fullname: 'Bob Box' })]);
/** Moves the notifications of a member into the past. */
const age = (as: TestMember, minutes: number) =>
  services
    .get(Mongo)
    .connection.collection('notices')
    .updateMany({ user: as.id }, { $set: { created: new Date(Date.now() - minutes * 60_000) } });

describe(CommentNotifications, () => {
  it('notifies the author once for the comments of ten minutes', async () => {
    const [ann, bob] = await pair();
    const shout = await post(ann);
    const first = await post(bob, { in_reply_to: shout });
    expect(await notificationsOf(ann)).toEqual([['comment', 'Bob Box', `/main/shout/${shout}?comment=${first}`]]);
    await post(bob, { in_reply_to: shout });
    await post(await services.member(), { in_reply_to: shout });
    expect(await notificationsOf(ann)).toHaveLength(1);
    await age(ann, 11);
    await post(bob, { in_reply_to: shout });
    expect(await notificationsOf(ann)).toHaveLength(2);
  });

  it('notifies about each shout by itself', async () => {
    const [ann, bob] = await pair();
    for (const shout of [await post(ann), await post(ann)]) await post(bob, { in_reply_to: shout });
    expect(await notificationsOf(ann)).toHaveLength(2);
  });

  it('sends no notification of own comments, and none to other commenters', async () => {
    const [ann, bob] = await pair();
    const shout = await post(ann);
    await post(ann, { in_reply_to: shout });
    await post(bob, { in_reply_to: shout });
    await post(ann, { in_reply_to: shout });
    expect([(await notificationsOf(ann)).length, await notificationsOf(bob)]).toEqual([1, []]);
  });

  it('stays away with pn_comment off, and where a mention says the same', async () => {
    const [ann, bob] = await pair();
    const shout = await post(ann);
    await post(bob, { in_reply_to: shout }, `@${ann.username} slicks`);
    expect((await notificationsOf(ann)).map(([kind]) => kind)).toEqual(['mention']);
    const quiet = await services.member();
    await services.call(updatePreferences, { id: quiet.id, pn_comment: false }, { as: quiet });
    await post(bob, { in_reply_to: await post(quiet) });
    expect(await notificationsOf(quiet)).toEqual([]);
  });

  it('goes with its comment and with the shout', async () => {
    const [ann, bob] = await pair();
    const [one, two] = [await post(ann), await post(ann)];
    const comment = await post(bob, { in_reply_to: one });
    await post(bob, { in_reply_to: two });
    expect(await notificationsOf(ann)).toHaveLength(2);
    await services.call(deleteShout, { id: comment }, { as: bob });
    await services.call(deleteShout, { id: two }, { as: ann });
    expect(await notificationsWithout(ann, one, two)).toEqual([]);
  });

  it('passes to the next comment of the ten minutes when its own is deleted', async () => {
    const [ann, bob] = await pair();
    const eve = await services.member({ fullname: 'Eve Exit' });
    const shout = await post(ann);
    const first = await post(bob, { in_reply_to: shout });
    await notificationsOf(ann);
    await post(ann, { in_reply_to: shout });
    const second = await post(eve, { in_reply_to: shout });
    const third = await post(bob, { in_reply_to: shout });
    expect(await notificationsOf(ann)).toHaveLength(1);
    const expectAfterDeletion = async (id: string, as: TestMember, left: unknown[]) => {
      expect((await services.call(deleteShout, { id }, { as })).status).toBe(200);
      expect(await notificationsWithout(ann, id)).toEqual(left);
    };
    await expectAfterDeletion(first, bob, [['comment', 'Eve Exit', `/main/shout/${shout}?comment=${second}`]]);
    await expectAfterDeletion(second, eve, [['comment', 'Bob Box', `/main/shout/${shout}?comment=${third}`]]);
    await expectAfterDeletion(third, bob, []);
  });

  it('passes no more once the ten minutes are over', async () => {
    const [ann, bob] = await pair();
    const eve = await services.member();
    const shout = await post(ann);
    const first = await post(bob, { in_reply_to: shout });
    await notificationsOf(ann);
    const second = await post(eve, { in_reply_to: shout });
    expect(await notificationsOf(ann)).toHaveLength(1);
    await age(ann, 11);
    const mongo = services.get(Mongo);
    const created = new Date(Date.now() - 11 * 60_000);
    await mongo.connection.collection<{ _id: string }>('shouts').updateOne({ _id: second }, { $set: { created } });
    mongo.wrote('shouts', undefined);
    expect((await services.call(deleteShout, { id: first }, { as: bob })).status).toBe(200);
    expect(await notificationsWithout(ann, first)).toEqual([]);
  });
});
