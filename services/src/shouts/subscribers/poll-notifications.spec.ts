import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { votePoll } from '@paddock/contract/calls/polls';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import type { CallInput } from '@paddock/contract/core/call';
import { hourMs, minuteMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PollEnds } from '../polls/poll-ends.js';
import { PollNotifications } from './poll-notifications.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

async function poll(as: TestMember, input: Partial<CallInput<typeof postShout>> = { group: '0' }) {
  const poll_end = new Date(Date.now() + hourMs).toISOString();
  const fields = { client_id: randomUUID(), shout: 'Which tyres?', poll_options: ['Soft', 'Hard'], poll_end };
  const { body, status } = await services.call(postShout, { ...fields, ...input }, { as });
  expect(status).toBe(200);
  return body;
}
const vote = (asked: Awaited<ReturnType<typeof poll>>, as: TestMember) =>
  services.call(votePoll, { id: asked.id, poll_option_ids: [asked.poll!.options[0]!.id] }, { as });

/** The notifications after the ends of all polls up to an hour and a minute from now. */
async function endAll() {
  await services.get(PollEnds).publish(new Date(Date.now() + hourMs + minuteMs));
  await notified(services, { own_poll_ended: ['PollEnded'], poll_ended: ['PollEnded'] });
}
async function notificationsOf(as: TestMember) {
  const { notifications } = (await services.call(readNotifications, {}, { as })).body;
  return notifications.map(({ kind, facts, address }) => ({ kind, facts, address }));
}
const people = () =>
  Promise.all(['Ann Ace', 'Bob Box', 'Cat Cole'].map((fullname) => services.member({ fullname }))) as Promise<
    [TestMember, TestMember, TestMember]
  >;

describe(PollNotifications, () => {
  it('tells the author and those who voted, once', async () => {
    const [ann, bob, cat] = await people();
    const asked = await poll(ann);
    await vote(asked, bob);
    await vote(asked, ann);
    await services.get(PollEnds).publish();
    expect(await notificationsOf(ann)).toEqual([]);
    await endAll();
    await endAll();
    const address = `/main/conversation/0?shout=${asked.id}`;
    expect(await notificationsOf(ann)).toEqual([
      { kind: 'own_poll_ended', facts: { who: 'Ann Ace', where: 'Meridian GT' }, address },
    ]);
    expect(await notificationsOf(bob)).toEqual([
      { kind: 'poll_ended', facts: { who: 'Ann Ace', where: 'Meridian GT' }, address },
    ]);
    expect(await notificationsOf(cat)).toEqual([]);
  });

  it('tells nobody of a poll without an end, a deleted one, and one that they can no longer read', async () => {
    const [ann, bob, cat] = await people();
    const group = await services.group(ann, [bob, cat], { invisible: true });
    const [open, deleted, kept] = [
      await poll(ann, { group: group._id, poll_end: undefined }),
      await poll(ann, { group: group._id }),
      await poll(ann, { group: group._id }),
    ];
    for (const asked of [open, deleted, kept]) for (const member of [bob, cat]) await vote(asked, member);
    await services.call(deleteShout, { id: deleted.id }, { as: ann });
    await services.get(MembershipRepository).leave(tenantOfMember(cat), group._id, cat.id);
    await endAll();
    const address = `/main/conversation/${group._id}?shout=${kept.id}`;
    expect((await notificationsOf(ann)).map((notification) => notification.address)).toEqual([address]);
    expect((await notificationsOf(bob)).map((notification) => notification.address)).toEqual([address]);
    expect(await notificationsOf(cat)).toEqual([]);
  });

  it('does not tell voters across a block, and takes the notification back with the poll', async () => {
    const [ann, bob, cat] = await people();
    const asked = await poll(ann);
    for (const member of [bob, cat]) await vote(asked, member);
    await services.get(UserRepository).setBlocked(tenantOfMember(cat), cat.id, ann.id, true);
    await endAll();
    expect([await notificationsOf(bob), await notificationsOf(cat)]).toMatchObject([[{ kind: 'poll_ended' }], []]);
    await services.call(deleteShout, { id: asked.id }, { as: ann });
    for (let tries = 0; tries < 100 && (await notificationsOf(bob)).length > 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await notificationsOf(bob)).toEqual([]);
  });

  it('tells an author who posted into a group from outside, with the address of the poll itself', async () => {
    const [ann, bob, cat] = await people();
    const group = await services.group(ann, [bob], { invisible: false });
    const asked = await poll(cat, { group: group._id });
    await endAll();
    expect(await notificationsOf(cat)).toMatchObject([{ kind: 'own_poll_ended', address: `/main/shout/${asked.id}` }]);
  });

  it('tells the end of an open poll of an earlier version, once', async () => {
    const [ann, bob] = await people();
    await vote(await poll(ann), bob);
    const ends = services.get(Mongo).connection.collection('poll_ends');
    const kept = await ends.find().toArray();
    await ends.deleteMany({});
    await services.get(PollEnds).addMissing(new Date(Date.now() + 2 * hourMs));
    expect(await ends.countDocuments()).toBe(0);
    for (let starts = 0; starts < 2; starts++) await services.get(PollEnds).addMissing();
    expect(await ends.find().toArray()).toEqual(expect.arrayContaining(kept));
    await endAll();
    await services.get(PollEnds).addMissing(new Date(Date.now() + 2 * hourMs));
    await endAll();
    expect([await notificationsOf(ann), await notificationsOf(bob)]).toMatchObject([
      [{ kind: 'own_poll_ended' }],
      [{ kind: 'poll_ended' }],
    ]);
  });

  it('has no place in a direct chat', async () => {
    const [ann, bob] = await people();
    await vote(await poll(ann, { recipients: [bob.id] }), bob);
    await endAll();
    expect(await notificationsOf(bob)).toMatchObject([{ kind: 'poll_ended', facts: { who: 'Ann Ace', where: '' } }]);
  });
});
