import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deleteClassified,
  readClassified,
  readRenewal,
  renewByLink,
  renewClassified,
  updateClassified,
} from '@paddock/contract/calls/classifieds';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { dayMs } from '@paddock/contract/core/durations';
import { setTimeout as wait } from 'node:timers/promises';
import { UserRepository } from '../../community/users/user.repository.js';
import { adOf, setDates, withClassifieds } from '../../../test/classifieds-scenario.js';
import { mailsTo, mailTo } from '../../../test/mails.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ClassifiedExpiry } from './classified-expiry.js';
import { ClassifiedRenewal } from './classified-renewal.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,classifieds', RATE_LIMITS: 'off' });
  for (const community of ['motorsport', 'workplace']) await services.configure(community, withClassifieds);
});
afterAll(() => services.close());

const hq = { community: 'workplace', workplace: 'hq' };
const kinds = { classified_ending: ['ClassifiedEnding'], classified_new: ['ClassifiedPosted'] };
/** Runs the sweep as if it were this time. */
const sweep = (now: number) => services.get(ClassifiedExpiry).run(new Date(now));
const notifications = async (as: TestMember) => {
  await notified(services, kinds);
  const { notifications } = (await services.call(readNotifications, { count: 50 }, { as })).body;
  return notifications.filter(({ kind }) => kind === 'classified_ending');
};
/** An ad of 30 days that ends in two, and the token of its reminder. */
async function ending(owner: TestMember, title: string) {
  const { id } = await adOf(services, owner, { title });
  const expires = new Date(Date.now() + 2 * dayMs);
  await setDates(services, id, { expires, remind: new Date(Date.now() - 1000) });
  await sweep(Date.now());
  const mail = await mailTo(services, owner.row.email, title);
  return { id, expires, mail, token: /\/renew_classified\/([^\s?]+)/.exec(mail.text)![1]! };
}
const renew = (renewal_token: string, community = 'workplace') =>
  services.call(renewByLink, { renewal_token }, { host: `${community}.localhost` });
const verify = (renewal_token: string) =>
  services.call(readRenewal, { renewal_token }, { host: 'workplace.localhost' });
const endOf = async (as: TestMember, id: string) =>
  (await services.call(readClassified, { id }, { as })).body.classified.expires;

describe(ClassifiedRenewal, () => {
  it('reminds once a term, by mail and notification, and renews by its link without a session', async () => {
    const owner = await services.member(hq);
    const { id, expires, mail, token } = await ending(owner, 'Kayak with paddle');
    expect(mail.subject).toBe('Your ad ends soon: Kayak with paddle');
    expect(mail.text).toContain('/unsubscribe/mailing_classified_reminder/');
    const [notification] = await notifications(owner);
    expect(notification).toMatchObject({
      address: `/main/classifieds/${id}?workplace=hq`,
      facts: { title: 'Kayak with paddle' },
    });
    await sweep(Date.now());
    expect([(await notifications(owner)).length, (await mailsTo(services, owner.row.email)).length]).toEqual([1, 1]);
    // Looking changes nothing, however often.
    for (let time = 0; time < 2; time += 1)
      expect((await verify(token)).body).toEqual({
        ...{ title: 'Kayak with paddle', expires: expires.toISOString(), lifetime: 30, renewed: false },
      });
    expect(await endOf(owner, id)).toBe(expires.toISOString());
    const first = await renew(token);
    expect(first.body).toMatchObject({ title: 'Kayak with paddle', renewed: true });
    expect(Math.abs(Date.parse(first.body.expires) - Date.now() - 30 * dayMs)).toBeLessThan(20_000);
    // A replay, also later, changes nothing.
    expect((await renew(token)).body).toEqual(first.body);
    expect((await verify(token)).body).toEqual(first.body);
    // The new term has a reminder of its own.
    await sweep(Date.parse(first.body.expires) - 2 * dayMs);
    expect((await notifications(owner)).length).toBe(2);
  });

  it('renews once for parallel clicks', async () => {
    const owner = await services.member(hq);
    const { token } = await ending(owner, 'Parallel bars');
    const replies = await Promise.all(Array.from({ length: 8 }, () => renew(token)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.expires}`)).size).toBe(1);
  });

  it('renews an ad that has expired since', async () => {
    const owner = await services.member(hq);
    const { id, token } = await ending(owner, 'Late tent');
    const link = services.get(ClassifiedRenewal);
    const ended = new Date(Date.now() - 29 * dayMs);
    await setDates(services, id, { expires: ended });
    const later = link.path(tenantOfMember(owner), { _id: id, expires: ended }).split('/').at(-1)!;
    // The reminder's own link was for another end.
    expect((await renew(token)).body).toMatchObject({ renewed: true, expires: ended.toISOString() });
    expect((await renew(later)).body).toMatchObject({ renewed: true });
    expect(Date.parse(await endOf(owner, id))).toBeGreaterThan(Date.now() + 29 * dayMs);
  });

  it('refuses an altered token, one of another community, an old one, and one of a deleted ad', async () => {
    const owner = await services.member(hq);
    const { id, token } = await ending(owner, 'Sofa bed');
    const other = await adOf(services, owner, { title: 'Not asked for' });
    const expired = new Date(Date.now() - 31 * dayMs);
    const old = services.get(ClassifiedRenewal).path(tenantOfMember(owner), { _id: id, expires: expired });
    const altered = [
      token.replace(id, other.id),
      token.replace(':hq', ':porto'),
      token.replace(/~\d+~/, `~${Date.now()}~`),
      `${token}x`,
      token.slice(0, -1),
      '',
      '~~',
      'a~1~b',
    ];
    for (const wrong of altered) expect((await renew(wrong)).body.code).toBe('LINK_INVALID');
    expect((await renew(token, 'motorsport')).body.code).toBe('LINK_INVALID');
    expect((await renew(old.split('/').at(-1)!)).body.code).toBe('LINK_EXPIRED');
    expect((await verify(altered[0]!)).body.code).toBe('LINK_INVALID');
    await services.call(deleteClassified, { id }, { as: owner });
    expect((await renew(token)).body.code).toBe('CLASSIFIED_NOT_FOUND');
    for (const end = Date.now() + 10_000; (await notifications(owner)).length > 0; await wait(50))
      if (Date.now() > end) throw new Error('the reminder stays');
  });

  it('refuses the link of an owner who was banned or has left the workplace', async () => {
    const owner = await services.member(hq);
    const { token } = await ending(owner, 'Banned goods');
    await services.get(UserRepository).setBanned(tenantOfMember(owner), owner.id, true, {});
    expect((await renew(token)).body.code).toBe('LINK_INVALID');
  });

  it('reminds by notification alone a member with mails off, and by mail alone a member with notifications off', async () => {
    const [noMail, noNotification] = [await services.member(hq), await services.member(hq)];
    await services.call(updatePreferences, { id: noMail.id, mailing_classified_reminder: false }, { as: noMail });
    await services.call(updatePreferences, { id: noNotification.id, pn_classified: false }, { as: noNotification });
    for (const owner of [noMail, noNotification]) {
      const { id } = await adOf(services, owner, { title: 'Bike' });
      await setDates(services, id, { remind: new Date(Date.now() - 1000) });
    }
    await sweep(Date.now());
    expect([(await notifications(noMail)).length, (await notifications(noNotification)).length]).toEqual([1, 0]);
    const mails = [noMail, noNotification].map(async ({ row }) => (await mailsTo(services, row.email)).length);
    expect(await Promise.all(mails)).toEqual([0, 1]);
  });

  it('reminds no member of an ad that was renewed, or has ended, before the sweep', async () => {
    const owner = await services.member(hq);
    const due = new Date(Date.now() - 1000);
    const renewed = await adOf(services, owner);
    await setDates(services, renewed.id, { remind: due });
    await services.call(renewClassified, { id: renewed.id }, { as: owner });
    const over = await adOf(services, owner);
    await setDates(services, over.id, { remind: due, expires: due });
    const longer = await adOf(services, owner);
    await setDates(services, longer.id, { remind: due });
    await services.call(updateClassified, { id: longer.id, lifetime: 60 }, { as: owner });
    await sweep(Date.now());
    expect(await notifications(owner)).toEqual([]);
  });

  it('deletes an ad 90 days after its end, not before', async () => {
    const owner = await services.member(hq);
    const ad = await adOf(services, owner);
    const found = async () => (await services.call(readClassified, { id: ad.id }, { as: owner })).status;
    await sweep(Date.parse(ad.expires) + 89 * dayMs);
    expect(await found()).toBe(200);
    await sweep(Date.parse(ad.expires) + 91 * dayMs);
    expect(await found()).toBe(404);
  });
});
