import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, logout, readSelf } from '@paddock/contract/account';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { memberWithPassword, testPassword } from '../member-with-password.js';
import { SessionsService } from './sessions.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
}, 60_000);
afterAll(() => services.close());

const withPassword = (community = 'motorsport') => memberWithPassword(services, { community });

describe(SessionsService, () => {
  describe('signing out', () => {
    it('ends this session and no other', async () => {
      const member = await withPassword();
      const { body } = await services.call(login, { username_or_email: member.username, password: testPassword });
      const second = { ...member, token: body.token };
      expect((await services.call(logout, {}, { as: member })).body).toEqual({ ok: true });
      expect((await services.call(readSelf, {}, { as: member })).body.code).toBe('INVALID_TOKEN');
      expect((await services.call(readSelf, {}, { as: second })).status).toBe(200);
    });

    it('does not happen on a HEAD', async () => {
      const member = await services.member();
      const headers = { authorization: `Bearer ${member.token}` };
      expect((await services.request('HEAD', '/api/users/logout', { headers })).status).toBe(404);
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
    });
  });
});
