import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { mailingTypes, type NotificationType, preferences } from '@paddock/contract/calls/users';
import { notified } from '../../../test/notified.js';
import { pushed, subscribe } from '../../../test/push-devices.js';
import { startPushService, type TestPushService } from '../../../test/push-service.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { startTestSmtp, until } from '../../../test/test-smtp.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { NotificationKind } from './notification-kind.js';
import { Notifications } from './notifications.js';

let smtp: Awaited<ReturnType<typeof startTestSmtp>>;
let pushes: TestPushService;
let services: TestServices;
beforeAll(async () => {
  [smtp, pushes] = await Promise.all([startTestSmtp(), startPushService()]);
  services = await startTestServices({ RATE_LIMITS: 'off', SMTP_URL: smtp.url, OUTBOUND_ALLOW: pushes.allow });
});
afterAll(async () => {
  await services.close();
  await Promise.all([smtp.stop(), pushes.stop()]);
});

type Kind = NotificationKind<'MemberChanged'>;
/** Delivers an event of a kind to a member. */
function deliver(to: TestMember, kind: Pick<Kind, 'name' | 'notification' | 'mail'>, namespace?: string) {
  const full: Kind = {
    events: ['MemberChanged'],
    recipients: () => Promise.resolve([to.id]),
    contentFor: () =>
      Promise.resolve({ facts: { who: 'Zoë', count: '1' }, address: '/main/home', ...(namespace && { namespace }) }),
    ...kind,
  };
  const event = { kind: 'MemberChanged', tenant: tenantOfMember(to), user: 'x', id: newId(), at: new Date() } as const;
  return services.get(Notifications).deliver(full as unknown as NotificationKind, event);
}
const change = (as: TestMember, fields: object) => services.call(updatePreferences, { id: as.id, ...fields }, { as });

const notificationTypes = Object.keys(preferences.shape).filter(
  (name): name is NotificationType => name.startsWith('pn_') && name !== 'pn_sponsors',
);

describe('a preference of notifications', () => {
  /** The numbers of notifications in the app, and of push messages, after one more event. */
  async function after(ann: TestMember, type: NotificationType | 'pn_sponsors', namespace?: string) {
    await deliver(ann, { name: 'like', notification: { type } }, namespace);
    await pushed(services, ann);
    const { notifications } = (await services.call(readNotifications, {}, { as: ann })).body;
    return [notifications.length, pushes.to(`/${ann.username}`).length];
  }

  it.each(notificationTypes)('%s stops its messages in the app and on the device, and lets them pass', async (type) => {
    const ann = await services.member();
    await subscribe(services, pushes, ann);
    expect(await after(ann, type)).toEqual([1, 1]);
    await change(ann, { [type]: false });
    expect(await after(ann, type)).toEqual([1, 1]);
    await change(ann, { [type]: true });
    expect(await after(ann, type)).toEqual([2, 2]);
  });

  it('pn_sponsors stops the messages of its namespace alone', async () => {
    const ann = await services.member();
    await subscribe(services, pushes, ann);
    await change(ann, { pn_sponsors: JSON.stringify({ race: false, 7: true }) });
    expect(await after(ann, 'pn_sponsors', 'race')).toEqual([0, 0]);
    expect(await after(ann, 'pn_sponsors', '7')).toEqual([1, 1]);
    expect(await after(ann, 'pn_sponsors', 'paddock')).toEqual([2, 2]);
  });
});

describe('a preference of mails', () => {
  it.each(mailingTypes)('%s stops its mail, and lets it pass', async (type) => {
    const ann = await services.member();
    const mails = () => smtp.mails.filter(({ to }) => to.includes(ann.row.email)).length;
    const send = async () => {
      await deliver(ann, { name: `news_${newId()}`, mail: { type, words: 'direct_message' } });
      await notified(services, {});
    };
    await change(ann, { [type]: false });
    await send();
    await change(ann, { [type]: true });
    await send();
    await until(() => mails() > 0);
    await notified(services, {});
    expect(mails()).toBe(1);
  });
});
