import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { markNotificationsRead, readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { hourMs } from '@paddock/contract/core/durations';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pushed, subscribe, type TestDevice } from '../../../../test/push-devices.js';
import { isSigned, startPushService, type TestPushService } from '../../../../test/push-service.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../../test/start-test-services.js';
import { until } from '../../../../test/test-smtp.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { newId } from '../../../infrastructure/mongo/row.js';
import type { Delivered } from '../../../infrastructure/outbox/domain-events.js';
import { SessionService } from '../../sessions/session.service.js';
import { MemberBans } from '../../users/member-bans.js';
import type { NotificationKind } from '../notification-kind.js';
import { Notifications } from '../notifications.js';
import { PushSender } from './push-sender.js';
import { Pushes } from './pushes.js';

/** A push service that accepts connections, and answers none. */
async function startDeadService() {
  const server = createServer();
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.2', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  return { endpoint: `http://127.0.0.2:${port}`, allow: `127.0.0.2:${port}`, stop };
}

let services: TestServices;
let dead: Awaited<ReturnType<typeof startDeadService>>;
let pushes: TestPushService;
beforeAll(async () => {
  pushes = await startPushService();
  dead = await startDeadService();
  services = await startTestServices({ RATE_LIMITS: 'off', OUTBOUND_ALLOW: `${pushes.allow},${dead.allow}` });
});
afterEach(() => {
  pushes.state.delayMs = 0;
});
afterAll(async () => {
  await services.close();
  await Promise.all([pushes.stop(), dead.stop()]);
});

type Kind = NotificationKind<'MemberChanged'>;
const like = (to: readonly TestMember[], more: Partial<Kind> = {}) =>
  ({
    name: 'like',
    events: ['MemberChanged'],
    notification: { type: 'pn_like' },
    recipients: () => Promise.resolve(to.map(({ id }) => id)),
    contentFor: () => Promise.resolve({ facts: { who: 'Zoë', count: '2' }, address: '/main/shout/abc' }),
    ...more,
  }) satisfies Kind as unknown as NotificationKind;
const eventFor = (member: TestMember): Delivered => ({
  kind: 'MemberChanged',
  tenant: tenantOfMember(member),
  user: 'x',
  id: newId(),
  at: new Date(),
});
const notify = (member: TestMember, more: Partial<Kind> = {}, event = eventFor(member)) =>
  services.get(Notifications).deliver(like([member], more), event);
const messages = ({ browser, path }: TestDevice) => pushes.to(path).map(({ body }) => browser.open(body));
const devices = () => services.get(Mongo).connection.collection<{ _id: string; endpoint?: string }>('push_devices');

describe(Pushes, () => {
  it('sends the text of the notification encrypted and signed, and nothing else', async () => {
    const ann = await services.member();
    const device = await subscribe(services, pushes, ann);
    await notify(ann);
    await pushed(services, ann);
    const { notifications } = (await services.call(readNotifications, {}, { as: ann })).body;
    expect(messages(device)).toEqual([
      {
        tag: expect.stringMatching(/^[0-9a-f]{24}$/),
        id: notifications[0]!.id,
        title: 'Meridian GT',
        body: '\u2068Zoë\u2069 and one other like what you wrote',
        address: '/main/shout/abc',
        language: 'en',
      },
    ]);
    const [request] = pushes.to(device.path);
    expect(request!.body.toString('latin1')).not.toMatch(/Zo|shout/);
    expect(request!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: messages(device)[0]!.tag });
    const audience = `http://${pushes.allow}`;
    expect(isSigned(request!, services.get(PushSender).publicKey, audience)).toBe(true);
  });

  it('writes in the member’s language, and names the workplace in the address', async () => {
    const ann = await services.member({ community: 'workplace', workplace: 'porto', language: 'ar' });
    const device = await subscribe(services, pushes, ann);
    await notify(ann);
    await pushed(services, ann);
    expect(messages(device)).toMatchObject([
      { language: 'ar', address: '/main/shout/abc?workplace=porto', body: expect.stringMatching(/وشخصًا آخر/) },
    ]);
  });

  it('sends one message for each event and device, however often the event is delivered', async () => {
    const ann = await services.member();
    const other = { ...ann, token: await services.get(SessionService).open(tenantOfMember(ann), ann.id) };
    const both = [
      await subscribe(services, pushes, ann),
      await subscribe(services, pushes, other, `/${ann.username}-2`),
    ];
    const event = eventFor(ann);
    await Promise.all(Array.from({ length: 5 }, () => notify(ann, {}, event)));
    await pushed(services, ann);
    await notify(ann, {}, event);
    await pushed(services, ann);
    expect(both.map((device) => messages(device).length)).toEqual([1, 1]);
  });

  it('sends nothing about the member’s own act', async () => {
    const ann = await services.member();
    const device = await subscribe(services, pushes, ann);
    await notify(ann, { by: () => ann.id });
    await pushed(services, ann);
    expect(messages(device)).toEqual([]);
  });

  it('replaces a shown message when another act is folded into the notification', async () => {
    const [ann, bob, cleo] = await Promise.all([services.member(), services.member(), services.member()]);
    const device = await subscribe(services, pushes, ann);
    for (const { id } of [bob, cleo]) {
      const folded = { notification: { type: 'pn_like', folded: true }, subject: () => ann.id, by: () => id } as const;
      await notify(ann, folded);
      await pushed(services, ann);
    }
    const [first, second] = messages(device);
    expect(second).toMatchObject({ tag: first!.tag });
    expect(second!.id > first!.id).toBe(true);
  });

  it('sends nothing that was read in a window before', async () => {
    const ann = await services.member();
    const device = await subscribe(services, pushes, ann);
    // The call makes the member online, which delays the message.
    await services.call(readNotifications, {}, { as: ann });
    await until(async () => {
      const row = await services
        .get(Mongo)
        .connection.collection('users')
        .findOne({ _id: ann.id as never });
      return row?.['last_activity'] !== undefined;
    });
    await notify(ann);
    const { notifications } = (await services.call(readNotifications, {}, { as: ann })).body;
    expect(messages(device)).toEqual([]);
    await services.call(markNotificationsRead, { id: notifications[0]!.id }, { as: ann });
    await pushed(services, ann);
    expect(messages(device)).toEqual([]);
  });

  it('sends nothing in quiet hours, and keeps the notification in the app', async () => {
    const ann = await services.member();
    const device = await subscribe(services, pushes, ann);
    const hour = (shift: number) => new Date(Date.now() + shift * hourMs).toISOString().slice(11, 16);
    const set = (quiet_hours: object | null) =>
      services.call(updatePreferences, { id: ann.id, quiet_hours } as never, { as: ann });
    await set({ from: hour(-1), to: hour(1), zone: 'UTC' });
    await notify(ann);
    await pushed(services, ann);
    expect((await services.call(readNotifications, {}, { as: ann })).body.unread).toBe(1);
    expect(messages(device)).toEqual([]);
    await set(null);
    await notify(ann);
    await pushed(services, ann);
    expect(messages(device)).toHaveLength(1);
  });

  it.each([404, 410])('forgets an endpoint that answers %i, and sends it nothing more', async (status) => {
    const ann = await services.member();
    const device = await subscribe(services, pushes, ann);
    pushes.answers.set(device.path, { status });
    await notify(ann);
    await pushed(services, ann);
    await notify(ann);
    await pushed(services, ann);
    expect(pushes.to(device.path)).toHaveLength(1);
    // The session still wants messages: its browser subscribes again at its next start.
    const row = await devices().findOne({ _id: device.session });
    expect([row?.endpoint, row !== null]).toEqual([undefined, true]);
  });

  it.each([429, 503])('tries again after %i when the push service says, four times at most', async (status) => {
    const ann = await services.member();
    const device = await subscribe(services, pushes, ann);
    pushes.answers.set(device.path, { status, headers: { 'retry-after': '1' } });
    const began = Date.now();
    await notify(ann);
    await until(() => pushes.to(device.path).length === 2);
    expect(Date.now() - began).toBeGreaterThan(950);
    pushes.answers.set(device.path, { status, headers: { 'retry-after': '0' } });
    await pushed(services, ann);
    expect(pushes.to(device.path)).toHaveLength(4);
  });

  it('drops a message that the push service refuses', async () => {
    const ann = await services.member();
    const device = await subscribe(services, pushes, ann);
    pushes.answers.set(device.path, { status: 413 });
    await notify(ann);
    await pushed(services, ann);
    expect(pushes.to(device.path)).toHaveLength(1);
    expect((await devices().findOne({ _id: device.session }))?.endpoint).toBeDefined();
  });

  it('connects to no private address', async () => {
    const ann = await services.member();
    const device = await subscribe(services, pushes, ann);
    await devices().updateOne({ _id: device.session }, { $set: { endpoint: 'https://127.0.0.1:1/push' } });
    await notify(ann);
    await pushed(services, ann);
    expect((await devices().findOne({ _id: device.session }))?.endpoint).toBeUndefined();
  });

  it('sends to others while endpoints do not answer, also all of one push service', async () => {
    const members = await Promise.all(Array.from({ length: 90 }, () => services.member()));
    const all = await Promise.all(members.map((member) => subscribe(services, pushes, member)));
    for (const { path } of all.slice(0, 10)) pushes.answers.set(path, { status: 201, hangs: true });
    for (const { session } of all.slice(10, 50))
      await devices().updateOne({ _id: session }, { $set: { endpoint: `${dead.endpoint}/${session}` } });
    pushes.state.mostInFlight = 0;
    await services.get(Notifications).deliver(like(members), eventFor(members[0]!));
    await until(() => all.slice(50).every((device) => messages(device).length === 1), 4500);
    expect(pushes.state.mostInFlight).toBeLessThanOrEqual(32);
    await services.get(Mongo).connection.collection('push_jobs').deleteMany({});
  }, 30_000);
});

describe('a session', () => {
  const begin = async () => {
    const ann = await services.member();
    return { ann, device: await subscribe(services, pushes, ann) };
  };
  const isEnded = (device: TestDevice) => async () => (await devices().findOne({ _id: device.session })) === null;

  it.each<[string, (ann: TestMember) => Promise<unknown>]>([
    ['is ended', (ann) => services.get(SessionService).endAll(tenantOfMember(ann), ann.id)],
    ['has a banned member', (ann) => services.get(MemberBans).set(tenantOfMember(ann), ann.id, true, { by: 'super' })],
  ])('that %s loses its subscription', async (_, end) => {
    const { ann, device } = await begin();
    await end(ann);
    await notify(ann);
    await until(isEnded(device));
    await pushed(services, ann);
    expect(messages(device)).toEqual([]);
  });

  it('that has expired loses its subscription with the next message', async () => {
    const { ann, device } = await begin();
    const sessions = services.get(Mongo).connection.collection<{ _id: string }>('sessions');
    await sessions.updateOne({ _id: device.session }, { $set: { expires: new Date(0) } });
    await notify(ann);
    await until(isEnded(device));
    expect(messages(device)).toEqual([]);
  });

  it('keeps its subscription when another session of the member ends', async () => {
    const { ann, device } = await begin();
    await services.get(SessionService).open(tenantOfMember(ann), ann.id);
    await services.get(SessionService).endAll(tenantOfMember(ann), ann.id, device.session);
    await notify(ann);
    await pushed(services, ann);
    expect(messages(device)).toHaveLength(1);
  });

  it('takes over the browser of the member who used it before', async () => {
    const { ann, device } = await begin();
    const bob = await services.member();
    const next = await subscribe(services, pushes, bob, device.path);
    await notify(ann);
    await pushed(services, ann);
    expect(pushes.to(device.path)).toEqual([]);
    await notify(bob);
    await pushed(services, bob);
    expect(messages(next)).toHaveLength(1);
  });
});
