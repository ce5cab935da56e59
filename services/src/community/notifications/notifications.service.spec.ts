import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { markNotificationsRead, readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { readSelf } from '@paddock/contract/calls/account';
import { readBoot } from '@paddock/contract/calls/boot';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { NotificationRepository } from './notification.repository.js';
import { NotificationsService } from './notifications.service.js';
import { PreferencesService } from './preferences.service.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterEach(() => windows.closeAll());
afterAll(() => services.close());

/** Adds notifications for a member, the oldest first. */
async function addNotifications(to: TestMember, count: number, place = to.workplace, by = 'somebody'): Promise<void> {
  const tenant = tenantOfMember(to);
  const rows = Array.from({ length: count }, (_, index) => ({
    user: to.id,
    place,
    kind: 'like',
    key: `${place}${by}${index}${Math.random()}`,
    facts: { who: `W${index}` },
    address: '/main/home',
    by,
  }));
  await services.get(Mongo).transaction(async (session) => {
    await services.get(NotificationRepository).addAll(tenant, rows, { session });
    await services.get(Outbox).add(session, { kind: 'NoticesChanged', tenant, users: [to.id] });
  });
}
const list = async (as: TestMember, input: object = {}) => (await services.call(readNotifications, input, { as })).body;
const read = async (as: TestMember, id: string, only = false) =>
  (await services.call(markNotificationsRead, { id, only }, { as })).body;

describe(NotificationsService, () => {
  it("lists the caller's notifications in pages, newest first, without repeats or gaps", async () => {
    const [ann, bob] = await Promise.all([services.member(), services.member()]);
    await addNotifications(ann, 25);
    await addNotifications(bob, 1);
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = await list(ann, { count: 10, ...(next && { before: next }) });
      seen.push(...page.notifications.map(({ facts }) => facts['who']!));
      next = page.next;
      // Newer notifications arrive meanwhile and shift no page.
      if (seen.length === 10) await addNotifications(ann, 3);
    } while (next);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `W${24 - index}`));
  });

  it('marks notifications as read up to one of them, and counts the rest', async () => {
    const [ann, bob] = await Promise.all([services.member(), services.member()]);
    await addNotifications(ann, 5);
    await addNotifications(bob, 2);
    const { notifications, unread } = await list(ann);
    expect(unread).toBe(5);
    expect(await read(ann, notifications[2]!.id)).toEqual({ unread: 2 });
    expect((await list(ann)).notifications.map((one) => one.read)).toEqual([false, false, true, true, true]);
    expect(await read(ann, notifications[0]!.id)).toEqual({ unread: 0 });
    expect((await list(bob)).unread).toBe(2);
  });

  it('marks one notification alone, and none of another member', async () => {
    const [ann, bob] = await Promise.all([services.member(), services.member()]);
    await addNotifications(ann, 3);
    const { notifications } = await list(ann);
    expect(await read(bob, notifications[1]!.id, true)).toEqual({ unread: 0 });
    expect(await read(ann, notifications[1]!.id, true)).toEqual({ unread: 2 });
    expect((await list(ann)).notifications.map((one) => one.read)).toEqual([false, true, false]);
  });

  it('marks no later notification', async () => {
    const ann = await services.member();
    await read(ann, 'zzzzzzzzzzzzzzzzzzzzzzzz');
    await addNotifications(ann, 1);
    expect((await list(ann)).unread).toBe(1);
  });

  it("shows the notifications of the caller's workplace and of the community", async () => {
    const ann = await services.member({ community: 'workplace', workplace: 'hq', workplaces: ['hq', 'porto'] });
    const inPorto = { ...ann, workplace: 'porto' };
    await addNotifications(ann, 2, 'hq');
    await addNotifications(ann, 3, 'porto');
    await addNotifications(ann, 4, '*');
    expect([(await list(ann)).unread, (await list(inPorto)).unread]).toEqual([6, 7]);
    const [newest] = (await list(ann)).notifications;
    expect(await read(ann, newest!.id)).toEqual({ unread: 0 });
    expect((await list(inPorto)).unread).toBe(3);
  });

  it('refuses callers who are signed out, not verified or waiting', async () => {
    const codes = await Promise.all([
      services.call(readNotifications, {}),
      services.call(readNotifications, {}, { as: await services.member({ email_verified: false }) }),
      services.call(readNotifications, {}, { as: await services.member({ pending: true }) }),
    ]);
    expect(codes.map(({ body }) => body.code)).toEqual(['INVALID_TOKEN', 'EMAIL_NOT_VERIFIED', 'PENDING_APPROVAL']);
  });

  it('finds everything by an index', async () => {
    const ann = await services.member();
    await addNotifications(ann, 3);
    await expectNoCollectionScan(services, async () => {
      const { notifications } = await list(ann, { before: 'f'.repeat(24) });
      await read(ann, notifications[1]!.id);
      await services.call(updatePreferences, { id: ann.id, pn_like: false }, { as: ann });
      await services.get(NotificationRepository).usersWithNotification(tenantOfMember(ann), 'x', [ann.id]);
      await services.get(ExtensionPoints).all('forget').get('notifications')!(tenantOfMember(ann), ann.row);
    });
  });

  it("exports a member's notifications, and erases them and those that name the member", async () => {
    const [ann, bob] = await Promise.all([services.member(), services.member()]);
    await addNotifications(ann, 2);
    await addNotifications(bob, 1, '', ann.id);
    await addNotifications(bob, 1);
    const extensions = services.get(ExtensionPoints);
    const exported = await extensions.all('export').get('notifications')!(tenantOfMember(ann), ann.row);
    expect(exported['notifications']).toMatchObject([{ facts: { who: 'W1' } }, { facts: { who: 'W0' } }]);
    await extensions.all('forget').get('notifications')!(tenantOfMember(ann), ann.row);
    expect([(await list(ann)).notifications.length, (await list(bob)).notifications.length]).toEqual([0, 1]);
  });
});

describe('windows', () => {
  it('receive the unread count of their workplace after a new notification and after a read in another window', async () => {
    const ann = await services.member({ community: 'workplace', workplace: 'hq', workplaces: ['hq', 'porto'] });
    const bob = await services.member({ community: 'workplace', workplace: 'hq' });
    const hq = await windows.open(ann);
    const porto = await windows.open({ ...ann, workplace: 'porto' });
    const other = await windows.open(bob);
    const last = ({ received }: typeof hq) =>
      received.filter(({ event }) => event === 'posting_notification').at(-1)?.payload;
    await addNotifications(ann, 2);
    await until(() => last(hq) !== undefined && last(porto) !== undefined);
    expect([last(hq), last(porto)]).toEqual([{ unread: 2 }, { unread: 0 }]);
    await read(ann, 'f'.repeat(24));
    await until(() => (last(hq) as { unread: number }).unread === 0);
    await windows.settled([bob, other]);
    expect(last(other)).toBeUndefined();
  });
});

describe(PreferencesService, () => {
  it('changes the given preferences only', async () => {
    const ann = await services.member();
    const change = (fields: object) => services.call(updatePreferences, { id: ann.id, ...fields }, { as: ann });
    const { body } = await change({ pn_like: false, mailing_dm: false });
    expect(body).toMatchObject({ id: ann.id, pn_like: false, mailing_dm: false });
    expect(body.pn_mention).toBeUndefined();
    await Promise.all([change({ pn_mention: false }), change({ pn_event: false }), change({ pn_like: true })]);
    await Promise.all([change({ pn_sponsors: '{"0":false}' }), change({ pn_sponsors: '{"news":true}' })]);
    expect((await services.call(readSelf, {}, { as: ann })).body).toMatchObject({
      pn_like: true,
      pn_mention: false,
      pn_event: false,
      mailing_dm: false,
      pn_sponsors: { 0: false, news: true },
    });
  });

  it('adds namespaces of notices up to a limit, over several calls', async () => {
    const ann = await services.member();
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const change = async (namespaces: string[]) => {
      const pn_sponsors = JSON.stringify(Object.fromEntries(namespaces.map((name) => [name, false])));
      return (await services.call(updatePreferences, { id: ann.id, pn_sponsors }, { as: ann })).status;
    };
    expect(await change(names)).toBe(200);
    expect(await change(names.map((name) => `${name}b`))).toBe(400);
    expect(await change(names)).toBe(200);
  });

  it('stores a language of the deployment, and uses it from then on', async () => {
    const ann = await services.member({ community: 'workplace' });
    const change = (language: 'ar' | 'fr' | 'en') =>
      services.call(updatePreferences, { id: ann.id, language }, { as: ann });
    const boot = async () => (await services.call(readBoot, {}, { as: ann })).body;
    expect((await boot()).tabs[0]!.title).toBe('News');
    expect((await change('ar')).body.language).toBe('ar');
    expect((await boot()).tabs[0]!.title).toBe('الأخبار');
    expect((await services.call(updatePreferences, { id: newId(), language: 'ar' }, { as: ann })).body.message).toMatch(
      /[\u0600-\u06FF]/,
    );
    const { status, body } = await change('fr');
    expect([status, body.fields]).toEqual([400, { language: 'language_INVALID_PATTERN' }]);
    await services.call(updatePreferences, { id: ann.id, pn_like: false }, { as: ann });
    expect((await services.call(readSelf, {}, { as: ann })).body).toMatchObject({ language: 'ar', pn_like: false });
    expect((await change('en')).body.language).toBe('en');
  });

  it("changes only the caller's own preferences, also for an admin", async () => {
    const [ann, admin] = await Promise.all([services.member(), services.member({ admin: true })]);
    const { status, body } = await services.call(updatePreferences, { id: ann.id, pn_like: false }, { as: admin });
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await services.call(updatePreferences, { id: ann.id })).body.code).toBe('INVALID_TOKEN');
    expect((await services.call(readSelf, {}, { as: ann })).body.pn_like).toBeUndefined();
  });

  it.each([
    'no json',
    '[]',
    'null',
    '{"a":"yes"}',
    '{"a.b":true}',
    '{"$set":true}',
    `{"${'a'.repeat(41)}":true}`,
    JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`n${index}`, true]))),
  ])('refuses %s for the namespaces of notices', async (pn_sponsors) => {
    const ann = await services.member();
    const { status, body } = await services.call(updatePreferences, { id: ann.id, pn_sponsors }, { as: ann });
    expect([status, body.fields]).toEqual([400, { pn_sponsors: 'pn_sponsors_INVALID_PATTERN' }]);
  });

  it.each([{ pn_like: 'no' }, { admin: true }, { preferences: {} }, { mail_links: 7 }, { 'preferences.admin': true }])(
    'refuses %p',
    async (fields) => {
      const ann = await services.member();
      const path = `/api/users/${ann.id}`;
      const headers = { authorization: `Bearer ${ann.token}` };
      expect((await services.request('PUT', path, { headers, body: fields })).status).toBe(400);
    },
  );
});
