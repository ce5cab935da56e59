import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { terminateMember } from '@paddock/contract/calls/account-data';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { MongoClient } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import { mailsTo } from '../../../test/mails.js';
import { notified } from '../../../test/notified.js';
import { startOwnTime } from '../../../test/own-time.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { startTestDatabase } from '../../../test/test-database.js';
import { until } from '../../../test/test-smtp.js';
import { TestWindows } from '../../../test/test-windows.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { Delivered, DomainEvent } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import { NotificationRepository } from './notification.repository.js';
import type { NotificationKind } from './notification-kind.js';
import { Notifications } from './notifications.js';

const access = { access_requested: ['AccessRequested'], access_granted: ['AccessGranted'] };
let services: TestServices;
let notifications: Notifications;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  notifications = services.get(Notifications);
});
afterAll(() => services.close());

type Kind = NotificationKind<'MemberChanged'>;
/** A kind about an act of `by`, for the members `to`. */
function news(to: readonly TestMember[], more: Partial<Kind> = {}): NotificationKind {
  const kind: Kind = {
    name: `news_${newId()}`,
    events: ['MemberChanged'],
    notification: { type: 'pn_event' },
    recipients: () => Promise.resolve(to.map(({ id }) => id)),
    contentFor: () => Promise.resolve({ facts: { who: 'Ann' }, address: '/main/home' }),
    ...more,
  };
  return kind as unknown as NotificationKind;
}
const event = (user: string, workplace = '', community = 'motorsport'): Delivered => ({
  kind: 'MemberChanged',
  tenant: tenantOf(community, workplace),
  user,
  id: newId(),
  at: new Date(),
});
const notificationsOf = async (member: TestMember, workplace = member.workplace) =>
  (await services.call(readNotifications, { count: 100 }, { as: member, workplace })).body.notifications;
const counts = (members: readonly TestMember[]) =>
  Promise.all(members.map(async (member) => (await notificationsOf(member)).length));
const happened = (...events: DomainEvent[]) =>
  services.get(Mongo).transaction((session) => services.get(Outbox).add(session, ...events));

describe(Notifications, () => {
  it('makes one notification and one mail per event, however often and wherever it is delivered', async () => {
    const bob = await services.member();
    const kind = news([bob], { mail: { type: 'mailing_event', words: 'direct_message' } });
    const one = event('x');
    await Promise.all(Array.from({ length: 8 }, () => notifications.deliver(kind, one)));
    await notifications.deliver(kind, one);
    await notified(services, {});
    expect([(await notificationsOf(bob)).length, (await mailsTo(services, bob.row.email)).length]).toEqual([1, 1]);
    await notifications.deliver(kind, event('x'));
    await notified(services, {});
    expect([(await notificationsOf(bob)).length, (await mailsTo(services, bob.row.email)).length]).toEqual([2, 2]);
  });

  it.each([
    ['workplace', 'porto', 'en', 'Workplace: Porto works'],
    ['workplace', 'porto', 'ar', 'مكان العمل: ورشة بورتو'],
    ['workplace', '', 'en', undefined],
    ['motorsport', '', 'en', undefined],
  ] as const)('names the workplace in a mail of %s, %p, in %s', async (community, workplace, language, line) => {
    const bob = await services.member({ community, workplace, language });
    const kind = news([bob], { mail: { type: 'mailing_event', words: 'direct_message' } });
    await notifications.deliver(kind, event('x', workplace, community));
    await notified(services, {});
    const [mail] = await mailsTo(services, bob.row.email);
    if (line) expect(mail!.text).toContain(line);
    else expect(mail!.text).not.toMatch(/Workplace:|مكان العمل:/);
  });

  it('resumes after a process died half way: notifies each recipient once', async () => {
    const members = await Promise.all([1, 2, 3].map(() => services.member()));
    let died = false;
    const kind = news(members, {
      mail: { type: 'mailing_event', words: 'direct_message' },
      contentFor: (_event, { _id }) => {
        if (!died && _id === members[2]!.id) throw new Error('killed');
        return Promise.resolve({ facts: {}, address: '/main/home' });
      },
    });
    const one = event('x');
    await notifications.deliver({ ...kind, recipients: () => Promise.resolve([members[0]!.id]) }, one);
    await expect(notifications.deliver(kind, one)).rejects.toThrow('killed');
    died = true;
    await notifications.deliver(kind, one);
    await notified(services, {});
    expect(await counts(members)).toEqual([1, 1, 1]);
    for (const member of members) expect((await mailsTo(services, member.row.email)).length).toBe(1);
  });

  it.each<[string, Partial<Parameters<TestServices['member']>[0]>, number]>([
    ['a member', {}, 1],
    ['a member with an unproved address', { email_verified: false }, 0],
    ['a pending member', { pending: true }, 0],
    ['a denied member', { pending: true, denied: true }, 0],
    ['a banned member', { banned: true }, 0],
  ])('notifies %s: %i', async (_name, fields, count) => {
    const bob = await services.member(fields);
    await notifications.deliver(news([bob]), event('x'));
    const rows = services.get(Mongo).connection.collection('notices');
    expect(await rows.countDocuments({ user: bob.id })).toBe(count);
  });

  it('notifies only members of the workplace, or all members of the community for its own events', async () => {
    const [hq, porto] = await Promise.all(
      ['hq', 'porto'].map((workplace) => services.member({ community: 'workplace', workplace })),
    );
    const both = [hq!, porto!];
    await notifications.deliver(news(both), event('x', 'hq', 'workplace'));
    expect(await counts(both)).toEqual([1, 0]);
    await notifications.deliver(news(both), event('x', 'hq', 'motorsport'));
    expect(await counts(both)).toEqual([1, 0]);
    await notifications.deliver(news(both, { everywhere: true }), event('x', '', 'workplace'));
    expect(await counts(both)).toEqual([2, 1]);
  });

  it('notifies neither the actor, nor blocked members, nor members that the kind refuses', async () => {
    const [ann, bob, eve, dan] = await Promise.all([1, 2, 3, 4].map(() => services.member()));
    const users = services.get(UserRepository);
    await users.setBlocked(tenantOf('motorsport'), bob!.id, ann!.id, true);
    await users.setBlocked(tenantOf('motorsport'), ann!.id, eve!.id, true);
    const all = [ann!, bob!, eve!, dan!];
    const kind = news(all, { by: ({ user }) => user });
    await notifications.deliver(kind, event(ann!.id));
    expect(await counts(all)).toEqual([0, 0, 0, 1]);
    await notifications.deliver(news(all, { contentFor: () => Promise.resolve(undefined) }), event(ann!.id));
    expect(await counts(all)).toEqual([0, 0, 0, 1]);
  });

  it.each([
    [undefined, 'a', 1],
    ['{"a":false}', 'a', 0],
    ['{"a":true}', 'a', 1],
    ['{"a":false}', 'b', 1],
    ['{"a":false}', 'constructor', 1],
  ])('applies %s to notifications of the namespace %s: %i', async (pn_sponsors, namespace, count) => {
    const bob = await services.member();
    if (pn_sponsors) await services.call(updatePreferences, { id: bob.id, pn_sponsors }, { as: bob });
    const contentFor = () => Promise.resolve({ facts: {}, address: '/main/notices', namespace });
    await notifications.deliver(news([bob], { notification: { type: 'pn_sponsors' }, contentFor }), event('x'));
    expect((await notificationsOf(bob)).length).toBe(count);
  });

  it('stops moving a folded notification up after many actors', async () => {
    const bob = await services.member();
    const kind = news([bob], {
      notification: { type: 'pn_like', folded: true },
      subject: () => 's',
      by: ({ user }) => user,
    });
    const ids = new Set<string>();
    for (let index = 0; index < 60; index++) {
      await notifications.deliver(kind, event(`liker${index}`));
      const [notification, ...rest] = await notificationsOf(bob);
      expect(rest).toEqual([]);
      ids.add(notification!.id);
    }
    expect(ids.size).toBe(50);
  });

  it('notifies 1,000 members without blocking the event loop', async () => {
    const members: TestMember[] = [];
    const users = services.get(UserRepository);
    const ids = Array.from({ length: 1000 }, () => newId());
    await Promise.all(
      ids.map((id, index) =>
        users.create(tenantOf('motorsport'), {
          _id: id,
          username: `many_${index}`,
          fullname: `Many ${index}`,
          email: `many_${index}@example.org`,
          client_id: `many_${index}`,
        }),
      ),
    );
    const kind = news(members, { recipients: () => Promise.resolve(ids) });
    const ownTime = startOwnTime();
    await notifications.deliver(kind, event('x'));
    const { ms, kept } = ownTime();
    const p99 = kept.sort((a, b) => a - b)[Math.floor(kept.length * 0.99)]!;
    const rows = services.get(Mongo).connection.collection('notices');
    expect(await rows.countDocuments({ kind: kind.name })).toBe(1000);
    process.stdout.write(`1,000 recipients: ${Math.round(ms)} ms, event loop p99 ${p99.toFixed(1)} ms\n`);
    // The database runs in this process too.
    expect(p99).toBeLessThan(150);
  });
});

describe('an access request', () => {
  it('notifies the admins who can decide, once, until it is decided', async () => {
    const community = 'workplace';
    const adminOf = (workplace: string) =>
      services.member({ community, workplace, acl: [{ title: 'workplace_admin', resources: [workplace] }] });
    const [hq, porto, root, member] = [
      await adminOf('hq'),
      await adminOf('porto'),
      await services.member({ community, admin: true }),
      await services.member({ community, workplace: 'hq' }),
    ];
    const tenant = tenantOf(community);
    const waiting = await services.member({ community, workplace: 'hq', pending: true, fullname: 'Zoe Zed' });
    await happened({ kind: 'AccessRequested', tenant, user: waiting.id });
    await notified(services, access);
    expect(await counts([hq, porto, root, member])).toEqual([1, 0, 1, 0]);
    expect(await notificationsOf(hq)).toMatchObject([
      { kind: 'access_requested', facts: { who: 'Zoe Zed' }, address: '/main/applicants' },
    ]);
    // A notification of the community shows in every workplace.
    expect((await notificationsOf(root, 'porto')).length).toBe(1);
    const decided = await services.member({ community, workplace: 'hq' });
    await happened({ kind: 'AccessRequested', tenant, user: decided.id });
    await happened({ kind: 'AccessGranted', tenant, user: decided.id, by: hq.id });
    await notified(services, access);
    expect(await counts([hq, root])).toEqual([1, 1]);
    // The notification names the applicant, so erasing their account removes it.
    const unread = await services.get(NotificationRepository).forget(tenant, waiting.id);
    expect([unread.sort(), await counts([hq, root])]).toEqual([[hq.id, root.id].sort(), [0, 0]]);
    expect(await notificationsOf(decided)).toMatchObject([{ kind: 'access_granted' }]);
  });

  it.each([
    ['AccessGranted', { pending: false }],
    ['AccessDenied', { denied: true }],
    ['RoleChanged', { pending: false, admin: true }],
  ] as const)('is taken back from the other admins by %s', async (kind, change) => {
    const community = 'workplace';
    const admin = await services.member({
      ...{ community, workplace: 'hq' },
      acl: [{ title: 'workplace_admin', resources: ['hq'] }],
    });
    const { id: user } = await services.member({ community, workplace: 'hq', pending: true });
    const tenant = tenantOf(community);
    await happened({ kind: 'AccessRequested', tenant, user });
    await notified(services, access);
    expect(await counts([admin])).toEqual([1]);
    const mongo = services.get(Mongo);
    await mongo.connection.collection<{ _id: string }>('users').updateOne({ _id: user }, { $set: change });
    const decision = { kind, tenant, user, by: 'another', role: 'admin', granted: true } as const;
    await happened(decision, { kind: 'MemberChanged', tenant, user });
    await until(async () => (await counts([admin]))[0] === 0);
  });

  it('of an erased applicant changes the badges of the admins', async () => {
    const admin = await services.member({ admin: true });
    const { id: user } = await services.member({ pending: true });
    const tenant = tenantOf('motorsport');
    await happened({ kind: 'AccessRequested', tenant, user });
    await notified(services, access);
    const windows = new TestWindows(services);
    const { received } = await windows.open(admin);
    const chief = await services.member({ admin: true });
    await services.call(terminateMember, { id: user }, { as: chief });
    const badge = { event: 'posting_notification', payload: { unread: 0 } };
    await until(() => received.some((one) => isDeepStrictEqual(one, badge)));
    windows.closeAll();
  });
});

describe('a restart', () => {
  it('delivers notifications of events from before it, once', async () => {
    const database = await startTestDatabase();
    const variables = { MONGODB_URI: database.uri, MONGODB_DB: database.name, RATE_LIMITS: 'off' };
    const before = await startTestServices(variables);
    const bob = await before.member();
    const granted = { kind: 'AccessGranted', community: 'motorsport', workplace: '', facts: { user: bob.id, by: 'x' } };
    const outbox = { ...granted, at: new Date(), position: 0 };
    await before.close();
    const client = await new MongoClient(database.uri).connect();
    await client
      .db(database.name)
      .collection<{ _id: string }>('outbox')
      .insertOne({ _id: newId(), ...outbox });
    await client.close();
    for (let starts = 0; starts < 2; starts++) {
      const after = await startTestServices(variables);
      await notified(after, access);
      const { body } = await after.call(readNotifications, {}, { as: bob });
      expect(body.notifications.map(({ kind }) => kind)).toEqual(['access_granted']);
      await after.close();
    }
    await database.stop();
  });
});
