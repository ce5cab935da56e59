import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf } from '@paddock/contract/calls/account';
import { confirmTotp, liftTotp, readMemberTotp, readSecurity, startTotp } from '@paddock/contract/calls/second-factor';
import { Secret, TOTP } from 'otpauth';
import { mailTo } from '../../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { LostFactor } from './lost-factor.js';

const community = 'workplace';
let services: TestServices;
let chief: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure(community, (file) => Object.assign(file.flags, { totp: true }));
  chief = await services.member({ community, admin: true });
});
afterAll(() => services.close());

async function withFactor(given: object = {}) {
  const member = await memberWithPassword(services, { community, ...given });
  const { secret } = (await services.call(startTotp, { password: testPassword }, { as: member })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await services.call(confirmTotp, { code }, { as: member })).status).toBe(200);
  return member;
}
const lift = (id: string, as = chief) => services.call(liftTotp, { id }, { as });
const enter = ({ username }: TestMember) =>
  services.call(login, { username_or_email: username, password: testPassword }, { host: 'workplace.localhost' });

describe(LostFactor, () => {
  it('removes the factor once: the password suffices again, sessions end, and the owner gets a mail', async () => {
    const ann = await withFactor();
    expect((await enter(ann)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    const replies = await Promise.all([lift(ann.id), lift(ann.id)]);
    expect(replies.map(({ body }) => body.code).sort()).toEqual(['NOT_FOUND', undefined]);
    expect((await services.call(readSelf, {}, { as: ann })).body.code).toBe('INVALID_TOKEN');
    const { status, body } = await enter(ann);
    expect(status).toBe(200);
    expect((await services.call(readSecurity, {}, { as: { ...ann, token: body.token } })).body.totp).toBe(false);
    const { text } = await mailTo(services, ann.row.email, 'An administrator turned the authenticator app off');
    expect(text).toContain('/send_password');
  });

  it('shows only super admins of the community whether a member has a confirmed factor, while the deployment enables it', async () => {
    const has = async (id: string, as = chief) => {
      const { body } = await services.call(readMemberTotp, { id }, { as });
      return body.code ?? body.totp;
    };
    const ann = await withFactor();
    const bob = await memberWithPassword(services, { community });
    expect(await has(bob.id)).toBe(false);
    await services.call(startTotp, { password: testPassword }, { as: bob });
    expect(await has(bob.id)).toBe(false);
    expect(await has(ann.id)).toBe(true);
    expect(await has(ann.id, bob)).toBe('FORBIDDEN');
    expect(await has(ann.id, ann)).toBe('FORBIDDEN');
    expect(await has(ann.id, await services.member({ community: 'motorsport', admin: true }))).toBe('FEATURE_DISABLED');
    await lift(ann.id);
    expect(await has(ann.id)).toBe(false);
    await services.configure(community, (file) => Object.assign(file.flags, { totp: false }));
    expect(await has(ann.id)).toBe('FEATURE_DISABLED');
    await services.configure(community, (file) => Object.assign(file.flags, { totp: true }));
  });

  it('refuses the admin’s own factor, one of another community and an unconfirmed one', async () => {
    const self = await withFactor({ admin: true });
    expect((await lift(self.id, self)).body.code).toBe('FORBIDDEN');
    expect((await enter(self)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    const elsewhere = await services.member({ community: 'motorsport' });
    expect((await lift(elsewhere.id)).body.code).toBe('USER_NOT_FOUND');
    const begun = await memberWithPassword(services, { community });
    await services.call(startTotp, { password: testPassword }, { as: begun });
    expect((await lift(begun.id)).body.code).toBe('NOT_FOUND');
    expect((await services.call(readSelf, {}, { as: begun })).status).toBe(200);
  });
});
