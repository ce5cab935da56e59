import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteAccount } from '@paddock/contract/calls/account-data';
import {
  deleteClassified,
  markClassifiedRead,
  readClassified,
  updateClassified,
} from '@paddock/contract/calls/classifieds';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { setTimeout as wait } from 'node:timers/promises';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { adOf, withClassifieds } from '../../../test/classifieds-scenario.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { notified } from '../../../test/notified.js';
import { reportCalls } from '../../../test/reports.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { type TestWindow, TestWindows, until } from '../../../test/test-windows.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';
import { ClassifiedBroadcast } from './classified-broadcast.js';
import { ClassifiedNotifications } from './classified-notifications.js';
import { ClassifiedsPersonalData } from './classifieds.personal-data.js';
import { ReportableClassifieds } from './reportable-classifieds.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,classifieds,moderation,shouts', RATE_LIMITS: 'off' });
  await services.configure('motorsport', withClassifieds);
  await services.configure('workplace', withClassifieds);
  windows = new TestWindows(services);
});
afterAll(async () => {
  windows.closeAll();
  await services.close();
});

const notificationsOf = async (as: TestMember) => {
  await notified(services, { classified_new: ['ClassifiedPosted'] });
  const { notifications } = (await services.call(readNotifications, { count: 50 }, { as })).body;
  return notifications.filter(({ kind }) => kind === 'classified_new');
};

describe(ClassifiedNotifications, () => {
  it('tells the workplace of a new ad, and takes the notification of a deleted one back', async () => {
    const hq = { community: 'workplace', workplace: 'hq' };
    const [ann, bob] = [await services.member({ ...hq, fullname: 'Ann Ace' }), await services.member(hq)];
    const [elsewhere, off] = [await services.member({ ...hq, workplace: 'porto' }), await services.member(hq)];
    const blocking = await services.member({ ...hq, blocked_users: [ann.id] });
    const blocked = await services.member(hq);
    await services.get(UserRepository).setBlocked(tenantOfMember(ann), ann.id, blocked.id, true);
    await services.call(updatePreferences, { id: off.id, pn_classified: false }, { as: off });
    const { id } = await adOf(services, ann, { title: 'Kayak' });
    expect(await notificationsOf(bob)).toMatchObject([
      { facts: { who: 'Ann Ace', title: 'Kayak' }, address: `/main/classifieds/${id}?workplace=hq` },
    ]);
    for (const one of [ann, elsewhere, off, blocking, blocked]) expect(await notificationsOf(one)).toEqual([]);
    await services.call(deleteClassified, { id }, { as: ann });
    for (const end = Date.now() + 10_000; (await notificationsOf(bob)).length > 0; await wait(50))
      if (Date.now() > end) throw new Error('the notification stays');
  });
});

describe(ClassifiedBroadcast, () => {
  it('tells the windows of the workplace alone of a new, a changed and a deleted ad, and names none', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const other = await services.member({ community: 'workplace', workplace: 'studio' });
    const [near, far] = [await windows.open(bob), await windows.open(other)];
    const messages = ({ received }: TestWindow) =>
      received.filter(({ event }) => event === 'updating_classifieds').map(({ payload }) => payload);
    const heard = () => messages(near);
    const { id } = await adOf(services, ann);
    await until(() => heard().length === 1);
    await services.call(updateClassified, { id, title: 'Changed' }, { as: ann });
    await until(() => heard().length === 2);
    await services.call(deleteClassified, { id }, { as: ann });
    await until(() => heard().length === 3);
    expect(heard()).toEqual([{ workplace: '' }, { workplace: '' }, { workplace: '' }]);
    expect(messages(far)).toEqual([]);
  });
});

describe(ReportableClassifieds, () => {
  it('shows a reported ad to the admins with its pictures, and deletes it by their decision', async () => {
    const calls = reportCalls(services);
    const [ann, bob, chief] = [
      await services.member(),
      await services.member(),
      await services.member({ admin: true }),
    ];
    const image_urls = [await uploadPicture(services, ann)];
    const { id } = await adOf(services, ann, { title: 'Stolen wheels', desc: 'Cheap', image_urls });
    expect((await calls.report('classified', id, { as: ann })).body.code).toBe('FORBIDDEN');
    expect((await calls.report('classified', id, { as: bob })).status).toBe(200);
    const report = (await calls.open(chief, id))!;
    expect(report).toMatchObject({ kind: 'classified', content: { title: 'Stolen wheels', text: 'Cheap' } });
    expect(report.content.images.length).toBe(1);
    const [one, two] = await Promise.all([1, 2].map(() => calls.decide(chief, report.id, 'delete', 'Stolen')));
    expect([one!.status, two!.status]).toEqual([200, 200]);
    expect((await services.call(readClassified, { id }, { as: ann })).status).toBe(404);
    // The evidence stays with the case.
    expect(await statusOfFile(services, (await calls.read(chief, report.id)).body.content.images[0]!.path)).toBe(200);
  });
});

describe(ClassifiedsPersonalData, () => {
  it('exports the ads of a member in all workplaces, and no others', async () => {
    const both = { community: 'workplace', workplaces: ['hq', 'porto'] };
    const ann = await services.member({ ...both, workplace: '' });
    for (const workplace of ['hq', 'porto']) await adOf(services, { ...ann, workplace }, { title: workplace });
    await adOf(services, await services.member({ ...both, workplace: 'hq' }));
    const data = await services.get(ExtensionPoints).all('export').get('classifieds')!(tenantOfMember(ann), ann.row);
    expect(data['classifieds']).toMatchObject([
      { workplace: 'hq', title: 'hq', category: 'tools', lifetime: 30 },
      { workplace: 'porto', title: 'porto' },
    ]);
  });

  it('deletes the ads of a deleted account, their pictures and what it has read', async () => {
    const [ann, bob] = [await memberWithPassword(services), await services.member()];
    const { id } = await adOf(services, ann, { image_urls: [await uploadPicture(services, ann)] });
    await services.call(markClassifiedRead, { id: (await adOf(services, bob)).id }, { as: ann });
    const stored = (name: string) => services.get(Mongo).connection.collection(name);
    const picture = (await services.call(readClassified, { id }, { as: bob })).body.classified.image_urls[0]!;
    expect((await services.call(deleteAccount, { password: testPassword }, { as: ann })).status).toBe(200);
    for (const end = Date.now() + 15_000; (await stored('departures').countDocuments()) > 0; await wait(50))
      if (Date.now() > end) throw new Error('the member is not forgotten');
    expect((await services.call(readClassified, { id }, { as: bob })).status).toBe(404);
    expect(await statusOfFile(services, picture)).toBe(404);
    expect(await stored('classified_read_states').countDocuments({ user: ann.id })).toBe(0);
  });
});
