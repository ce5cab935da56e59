import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { eventOf, organizedEvent } from '../../../test/events-scenario.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { until } from '../../../test/test-smtp.js';
import { EventNotifications } from './event-notifications.js';

const kinds = { event_comment: ['CommentPosted'], mention: ['CommentPosted'] };
let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,events,shouts', RATE_LIMITS: 'off' });
  admin = await services.member({ admin: true, fullname: 'Ada Admin' });
});
afterAll(() => services.close());

const member = (fullname: string) => services.member({ fullname });
async function comment(as: TestMember, id: string, shout = 'Copy') {
  const input = { subject: { kind: 'event', id }, client_id: randomUUID(), shout };
  const { status, body } = await services.call(postShout, input, { as });
  expect(status).toBe(200);
  return body.id;
}
async function notificationsOf(as: TestMember) {
  await notified(services, kinds);
  const { notifications } = (await services.call(readNotifications, {}, { as })).body;
  return notifications.filter(({ kind }) => kind in kinds).map(({ kind, facts, address }) => [kind, facts, address]);
}
const addressOf = (event: string, id: string) => `/main/events/${event}/comments?comment=${id}`;

describe(EventNotifications, () => {
  it('tells creator, organizer and earlier commenters of a comment, with its address', async () => {
    const [ann, bob, eve] = [await member('Ann Ace'), await member('Bob Box'), await member('Eve End')];
    const { id } = await organizedEvent(services, admin, ann, { title: 'Track walk' });
    const first = await comment(bob, id);
    const told = ['event_comment', { who: 'Bob Box', title: 'Track walk' }, addressOf(id, first)];
    expect([await notificationsOf(ann), await notificationsOf(bob), await notificationsOf(eve)]).toEqual([
      [told],
      [],
      [],
    ]);
    const second = await comment(ann, id);
    expect(await notificationsOf(bob)).toEqual([
      ['event_comment', { who: 'Ann Ace', title: 'Track walk' }, addressOf(id, second)],
    ]);
    expect((await notificationsOf(admin)).length).toBe(2);
    // After their last comment is deleted, an author gets no further notifications.
    await services.call(deleteShout, { id: first }, { as: bob });
    await comment(ann, id);
    expect((await notificationsOf(bob)).length).toBe(1);
  });

  it('takes the notification of a deleted comment back, and all of a deleted event', async () => {
    const [ann, bob] = [await member('Ann Ace'), await member('Bob Box')];
    const { id } = await organizedEvent(services, admin, ann, { title: 'Track walk' });
    const first = await comment(bob, id);
    await comment(bob, id);
    expect((await notificationsOf(ann)).length).toBe(2);
    await services.call(deleteShout, { id: first }, { as: bob });
    await until(async () => (await notificationsOf(ann)).length === 1);
    await services.call(deleteEvent, { id }, { as: admin });
    await until(async () => (await notificationsOf(ann)).length === 0);
  });

  it('tells a mentioned member of the mention alone, at the address of the comment', async () => {
    const [ann, bob] = [await member('Ann Ace'), await member('Bob Box')];
    const { id } = await organizedEvent(services, admin, bob, { title: 'Track walk' });
    const mention = await comment(ann, id, `@${bob.username}?`);
    const facts = { who: 'Ann Ace', where: 'Track walk' };
    expect(await notificationsOf(bob)).toEqual([['mention', facts, addressOf(id, mention)]]);
    await services.call(updatePreferences, { id: bob.id, pn_mention: false }, { as: bob });
    await comment(ann, id, `@${bob.username}?`);
    expect((await notificationsOf(bob)).map(([kind]) => kind)).toEqual(['event_comment', 'mention']);
  });

  it('takes notifications of comments, and mentions, back from those who may no longer read the event', async () => {
    const [ann, bob, eve] = [await member('Ann Ace'), await member('Bob Box'), await member('Eve End')];
    const { id } = await eventOf(services, admin, { title: 'Track walk' });
    await comment(bob, id);
    // Delivered before Ann takes part.
    expect(await notificationsOf(ann)).toEqual([]);
    await comment(ann, id, `@${bob.username}`);
    await comment(eve, id);
    const kindsOf = async (as: TestMember) => (await notificationsOf(as)).map(([kind]) => kind);
    expect([await kindsOf(ann), await kindsOf(bob)]).toEqual([['event_comment'], ['event_comment', 'mention']]);
    await services.call(updateEvent, { id, invitation_only: true, invited: [ann.id] }, { as: admin });
    await until(async () => (await kindsOf(bob)).length === 0);
    expect(await kindsOf(ann)).toEqual(['event_comment']);
  });

  it('takes them back for all copies of a recurring event', async () => {
    const [ann, bob] = [await member('Ann Ace'), await member('Bob Box')];
    const first = await eventOf(services, admin, { title: 'Daily briefing', recurrence: 'FREQ=DAILY;COUNT=3' });
    const { events } = (await services.call(readEvents, {}, { as: admin })).body;
    const copies = events.filter(({ title }) => title === 'Daily briefing');
    expect(copies).toHaveLength(3);
    for (const { id } of copies.slice(1)) {
      await comment(bob, id);
      await comment(ann, id);
    }
    expect(await notificationsOf(bob)).toHaveLength(2);
    await services.call(
      updateEvent,
      { id: first.id, invitation_only: true, invited: [ann.id], scope: 'all' },
      { as: admin },
    );
    await until(async () => (await notificationsOf(bob)).length === 0);
  });

  it('tells nobody who turned events off, blocks the author, or may no longer read the event', async () => {
    const [ann, off, blocking, uninvited] = await Promise.all([1, 2, 3, 4].map(() => services.member()));
    const all = [ann!, off!, blocking!, uninvited!];
    const invited = all.map((one) => one.id);
    const { id } = await eventOf(services, admin, { invitation_only: true, invited });
    for (const one of all.slice(1)) await comment(one, id);
    await services.call(updatePreferences, { id: off!.id, pn_event: false }, { as: off! });
    await services.get(UserRepository).setBlocked(tenantOfMember(ann!), blocking!.id, ann!.id, true);
    await services.call(updateEvent, { id, invited: invited.slice(0, 3) }, { as: admin });
    const before = await Promise.all(all.map(async (one) => (await notificationsOf(one)).length));
    await comment(ann!, id);
    expect(await Promise.all(all.map(async (one) => (await notificationsOf(one)).length))).toEqual(before);
  });
});
