import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { updatePreferences } from '@paddock/contract/calls/notifications';
import { readPush, registerDevice, unregisterDevice } from '@paddock/contract/calls/push';
import { expectNoCollectionScan } from '../../../../test/expect-no-collection-scan.js';
import { sessionOf } from '../../../../test/push-devices.js';
import { TestBrowser } from '../../../../test/push-service.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../../test/start-test-services.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { ExtensionPoints } from '../../extension-points/extension-points.js';
import { SessionService } from '../../sessions/session.service.js';
import { PushDeviceRepository } from './push-device.repository.js';
import { PushService } from './push.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const endpoint = (name: string) => `https://push.example.org/send/${name}`;
const register = (as: TestMember, fields: object = {}) =>
  services.call(
    registerDevice,
    { id: as.id, endpoint: endpoint(as.username), ...new TestBrowser().keys, ...fields },
    { as },
  );
const registered = async (as: TestMember) => (await services.call(readPush, {}, { as })).body.registered;

describe(PushService, () => {
  it('registers the session’s subscription, replaces it, and ends it', async () => {
    const ann = await services.member();
    expect(await registered(ann)).toBe(false);
    expect((await register(ann)).body).toEqual({ ok: true });
    expect((await register(ann, { endpoint: endpoint('renewed') })).status).toBe(200);
    expect(await services.get(PushDeviceRepository).ofUser(tenantOfMember(ann), ann.id)).toMatchObject([
      { _id: sessionOf(ann), endpoint: endpoint('renewed') },
    ]);
    const other = { ...ann, token: await services.get(SessionService).open(tenantOfMember(ann), ann.id) };
    expect([await registered(ann), await registered(other)]).toEqual([true, false]);
    for (let times = 0; times < 2; times++)
      expect((await services.call(unregisterDevice, { id: ann.id }, { as: ann })).status).toBe(200);
    expect(await registered(ann)).toBe(false);
  });

  it('gives browsers one key, a point of the curve', async () => {
    const [ann, bob] = await Promise.all([services.member(), services.member()]);
    const keys = await Promise.all([ann, bob].map(async (as) => (await services.call(readPush, {}, { as })).body.key));
    expect(keys[0]).toBe(keys[1]);
    expect(Buffer.from(keys[0]!, 'base64url')).toHaveLength(65);
  });

  it('registers and ends nothing for another member, also for an admin', async () => {
    const [ann, admin] = await Promise.all([services.member(), services.member({ admin: true })]);
    const replies = await Promise.all([
      register(admin, { id: ann.id }),
      services.call(unregisterDevice, { id: ann.id }, { as: admin }),
    ]);
    expect(replies.map(({ body }) => body.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });

  it.each<[string, object]>([
    ['an unencrypted address', { endpoint: 'http://push.example.org/a' }],
    ['another scheme', { endpoint: 'file:///etc/passwd' }],
    ['no address', { endpoint: 'somewhere' }],
    ['a long address', { endpoint: endpoint('a'.repeat(1000)) }],
    ['a short key', { p256dh: 'abc' }],
    ['a secret that is none', { auth: '!'.repeat(22) }],
  ])('refuses %s', async (_, fields) => expect((await register(await services.member(), fields)).status).toBe(400));

  it('keeps the ten latest devices of a member', async () => {
    const ann = await services.member();
    for (let at = 0; at < 12; at++) {
      const token = await services.get(SessionService).open(tenantOfMember(ann), ann.id);
      await register({ ...ann, token }, { endpoint: endpoint(`${ann.username}-${at}`) });
    }
    const rows = await services.get(PushDeviceRepository).ofUser(tenantOfMember(ann), ann.id);
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)!.endpoint).toBe(endpoint(`${ann.username}-2`));
  });

  it('exports devices without their credentials, and erases them', async () => {
    const ann = await services.member();
    await register(ann);
    const extensions = services.get(ExtensionPoints);
    const exported = await extensions.all('export').get('push devices')!(tenantOfMember(ann), ann.row);
    expect(exported).toEqual({
      push_devices: [{ created: expect.any(String), push_service: 'https://push.example.org' }],
    });
    await extensions.all('forget').get('push devices')!(tenantOfMember(ann), ann.row);
    expect(await registered(ann)).toBe(false);
  });

  it('finds everything by an index', async () => {
    const ann = await services.member();
    await expectNoCollectionScan(services, async () => {
      await register(ann);
      await registered(ann);
      await services.get(Mongo).transaction(async (session) => {
        await services.get(PushDeviceRepository).reachable(tenantOfMember(ann), [ann.id], { session });
      });
      await services.get(ExtensionPoints).all('forget').get('push devices')!(tenantOfMember(ann), ann.row);
    });
  });
});

describe('quiet hours', () => {
  const night = { from: '22:00', to: '07:00', zone: 'Europe/Brussels' };
  const change = (as: TestMember, quiet_hours: unknown) =>
    services.call(updatePreferences, { id: as.id, quiet_hours } as never, { as });

  it('are stored with the member’s record, survive other changes, and end', async () => {
    const ann = await services.member();
    expect((await change(ann, night)).body.quiet_hours).toEqual(night);
    await services.call(updatePreferences, { id: ann.id, pn_like: false }, { as: ann });
    expect((await services.call(readSelf, {}, { as: ann })).body).toMatchObject({ quiet_hours: night, pn_like: false });
    expect((await change(ann, null)).body.quiet_hours).toBeUndefined();
  });

  it.each([
    { ...night, from: '24:00' },
    { ...night, to: '7:00' },
    { ...night, zone: 'Europe/Atlantis' },
    { ...night, to: night.from },
    { from: night.from },
    'always',
  ])('refuse %j', async (hours) => expect((await change(await services.member(), hours)).status).toBe(400));
});
