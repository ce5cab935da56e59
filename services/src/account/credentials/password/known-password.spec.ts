import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changePassword, login, signUp } from '@paddock/contract/calls/account';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { productionDeployments } from '../../../../test/production-deployments.js';
import { startTestServices, type TestServices } from '../../../../test/start-test-services.js';
import { newcomer } from '../../../../test/sign-up-input.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { CredentialRepository } from './credential.repository.js';
import { makePicturesTiny } from '../../../../test/tiny-pictures.js';
import { demoPassword } from './passwords.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';

let services: TestServices;
beforeAll(async () => {
  const deployments = await productionDeployments();
  await makePicturesTiny(join(deployments, 'demo'));
  await rm(join(deployments, 'demo/workplace.json'));
  services = await startTestServices({ NODE_ENV: 'production', DEMO: '1', DEPLOYMENTS_DIR: deployments });
});
afterAll(() => services.close());

describe('the demo password in production', () => {
  it.each(['super', 'nobody_has_this_name'])('does not sign in %s', async (username_or_email) => {
    const { status, body } = await services.call(login, { username_or_email, password: demoPassword });
    expect([status, body.code]).toEqual([400, 'PASSWORD_KNOWN']);
  });

  it('is not stored for demo members', async () => {
    const tenant = tenantOf('motorsport');
    const member = await services.get(UserRepository).byUsername(tenant, 'super');
    expect(await services.get(CredentialRepository).hashOf(tenant, member!._id)).toBeUndefined();
  });

  it('cannot be chosen at sign-up', async () => {
    const { body } = await services.call(signUp, { ...newcomer(), password: demoPassword });
    expect(body.code).toBe('PASSWORD_KNOWN');
  });

  it('cannot be set by a member', async () => {
    const member = await memberWithPassword(services);
    const input = {
      ...{ id: member.id, verb: 'change_password' as const, password: testPassword },
      ...{ new_password: demoPassword, confirm_password: demoPassword },
    };
    const { body } = await services.call(changePassword, input, { as: member });
    expect(body.code).toBe('PASSWORD_KNOWN');
    const again = { username_or_email: member.username, password: testPassword };
    expect((await services.call(login, again)).status).toBe(200);
  });
});
