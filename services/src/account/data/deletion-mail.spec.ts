import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf, signUp } from '@paddock/contract/calls/account';
import { deleteAccount } from '@paddock/contract/calls/account-data';
import { sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import { mailsTo, mailTo } from '../../../test/mails.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { newcomer } from '../../../test/sign-up-input.js';
import { DeletionService } from './deletion.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const remove = (as: Awaited<ReturnType<typeof memberWithPassword>>) =>
  services.call(deleteAccount, { password: testPassword }, { as });
const departures = () => services.get(Mongo).connection.collection('departures');
const stored = () => services.get(Mongo).connection.collection('mail_jobs');

describe(DeletionService, () => {
  it('mails a confirmation and stores nothing of it', async () => {
    const zoe = await memberWithPassword(services, { fullname: 'Zoe Zed' });
    expect((await remove(zoe)).status).toBe(200);
    const mail = await mailTo(services, zoe.row.email, 'Zoe Zed');
    expect(mail.subject).toBe('Your account at Meridian GT was deleted');
    await until(async () => (await stored().countDocuments({ to: zoe.row.email })) === 0);
  });

  it('keeps mails to an address that another account holds', async () => {
    const owner = await memberWithPassword(services);
    const ask = (email: string) => services.call(sendResetPasswordLink, { email });
    await ask(owner.row.email);
    await mailTo(services, owner.row.email, '/reset_password/');
    const before = await stored().countDocuments({ to: owner.row.email });
    const { body } = await services.call(signUp, { ...newcomer(), email: owner.row.email });
    await remove({ ...owner, token: body.token });
    await until(async () => (await departures().countDocuments()) === 0);
    expect((await services.call(readSelf, {}, { as: owner })).status).toBe(200);
    expect(await stored().countDocuments({ to: owner.row.email })).toBe(before + 1);
    await remove(owner);
    await until(async () => (await departures().countDocuments()) === 0);
    await until(async () => (await stored().countDocuments({ to: owner.row.email })) === 0);
  });

  it('sends no mail to an unverified address', async () => {
    const zoe = await memberWithPassword(services, { email_verified: false });
    expect((await remove(zoe)).status).toBe(200);
    const yan = await memberWithPassword(services);
    await remove(yan);
    await mailTo(services, yan.row.email, 'deleted');
    expect(await mailsTo(services, zoe.row.email)).toEqual([]);
  });
});
