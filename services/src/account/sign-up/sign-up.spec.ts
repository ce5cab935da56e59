import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf, signUp } from '@paddock/contract/account';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { SignUpService } from './sign-up.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const password = 'wet tyres 1998';
const fields = { company: 'Halden Racing', user_type: 'Driver', custom_field_0: 'Not Applicable' };
const fresh = (name = `driver_${randomUUID().slice(0, 8)}`) => ({
  client_id: randomUUID(),
  email: `${name}@Example.org`,
  username: name,
  fullname: 'Iris Vane',
  password,
  fields,
});

describe(SignUpService, () => {
  describe('signing up', () => {
    it('opens a session and keeps the extra fields', async () => {
      const { status, body } = await services.call(signUp, fresh('Iris Vane'.replace(' ', '_')));
      expect(status).toBe(200);
      expect(body.user).toMatchObject({
        username: 'Iris_Vane',
        email: 'iris_vane@example.org',
        company: 'Halden Racing',
      });
      const self = await services.call(readSelf, {}, { as: { ...(await services.member()), token: body.token } });
      expect(self.body).toMatchObject({ username: 'Iris_Vane', user_type: 'Driver', custom_field_0: 'Not Applicable' });
    });

    it.each([
      ['a short password', { password: 'short' }, { password: 'password_LENGTH_PATTERN' }],
      ['no e-mail', { email: '' }, { email: 'email_REQUIRED' }],
      ['no e-mail address', { email: 'iris@' }, { email: 'email_INVALID' }],
      ['one name', { fullname: 'Iris' }, { fullname: 'fullname_INVALID_PATTERN' }],
      ['a mandatory extra left out', { fields: { ...fields, company: '' } }, { company: 'company_REQUIRED' }],
      [
        'an option that is none',
        { fields: { ...fields, user_type: 'Ghost' } },
        { user_type: 'user_type_INVALID_PATTERN' },
      ],
    ])('refuses %s', async (_, change, codes) => {
      const { status, body } = await services.call(signUp, { ...fresh(), ...change });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: codes });
    });

    it('lets no extra field replace a base field', async () => {
      const input = { ...fresh(), fields: { ...fields, email: 'other@example.org' } };
      const { body } = await services.call(signUp, input);
      expect(body.user.email).toBe(input.email.toLowerCase());
    });

    it('answers a resend with the same account, also when both come at once', async () => {
      const input = fresh();
      const replies = await Promise.all([1, 2, 3].map(() => services.call(signUp, input)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(replies.map(({ body }) => body.user.id)).size).toBe(1);
    });

    it('opens no session for a resend with another password', async () => {
      const input = fresh();
      await services.call(signUp, input);
      const { status, body } = await services.call(signUp, { ...input, password: 'a guess of mine' });
      expect([status, body.code]).toEqual([409, 'CONFLICT']);
    });

    it('refuses a taken name, ignoring case, but not that of another community', async () => {
      const input = fresh();
      await services.call(signUp, input);
      const name = await services.call(signUp, { ...fresh(), username: input.username.toUpperCase() });
      expect([name.status, name.body.code]).toEqual([409, 'USERNAME_NOT_AVAILABLE']);
    });
  });
});
