import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signUp } from '@paddock/contract/calls/account';
import { activate } from '@paddock/contract/calls/email-verification';
import { pinMail } from '../../../../test/mails.js';
import { startTestServices, type TestServices } from '../../../../test/start-test-services.js';
import { newcomer } from '../../../../test/sign-up-input.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

it('limits PIN tries per address and day over all sign-ups, while the link still verifies', async () => {
  const input = newcomer();
  const enter = async () => (await services.call(signUp, { ...newcomer(), email: input.email })).body.token;
  const owner = (await services.call(signUp, input)).body.token;
  const { pin, token } = await pinMail(services, input.email);
  const wrong = pin === '123456' ? '654321' : '123456';
  const guess = async (session: string) => {
    const headers = { authorization: `Bearer ${session}` };
    const { text } = await services.request('PUT', '/api/users/verify_pin', { headers, body: { pin: wrong } });
    return (JSON.parse(text) as { code: string }).code;
  };
  for (let account = 0; account < 6; account += 1) {
    const session = await enter();
    for (let time = 0; time < 5; time += 1) expect(await guess(session)).toBe('INVALID_PIN');
  }
  expect(await guess(owner)).toBe('TOO_MANY_REQUESTS');
  expect((await services.call(activate, { email_token: token })).status).toBe(200);
});
