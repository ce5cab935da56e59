import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Deployment } from '@paddock/contract/core/deployment';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { productionDeployments } from '../../test/production-deployments.js';
import { CardProvider } from '../community/payments/card-provider.js';
import { DeploymentService } from './deployment.service.js';
import type { DoctorInput } from './doctor/finding.js';
import { cardKeyFindings } from './payment-problems.js';

describe('production', () => {
  let services: TestServices;
  beforeAll(async () => {
    const deployments = await productionDeployments();
    services = await startTestServices({ NODE_ENV: 'production', SERVICES: 'chats', DEPLOYMENTS_DIR: deployments });
  });
  afterAll(() => services.close());

  it('does not start with the test provider, and names file and flag', async () => {
    await expect(startTestServices({ NODE_ENV: 'production', SERVICES: 'chats' })).rejects.toThrow(
      /motorsport\.json: flags\.card_public_key: 'pk_test_paddock' is the built-in test provider/,
    );
  });

  it('serves nothing of the test provider, and has no payment by card without keys', async () => {
    const pages = ['/test-provider/stripe.js', '/test-provider/card', '/test-provider/checkout/cs_test_1'];
    for (const path of pages) {
      const { headers, text } = await services.request('GET', path);
      expect([String(headers['content-security-policy']).includes('sandbox'), /Stripe|form/.test(text)]).toEqual([
        false,
        false,
      ]);
    }
    const config = services.get(DeploymentService).find('motorsport')!;
    const flags = { ...config.flags, card_public_key: 'pk_test_paddock' };
    expect(services.get(CardProvider).isOn({ ...config, flags })).toBe(false);
  });
});

describe(cardKeyFindings, () => {
  const examined = (card_public_key: string | undefined, stripeSecretKey?: string, web_subscriptions = false) =>
    ({ config: { flags: { card_public_key, web_subscriptions } } as Deployment, stripeSecretKey }) as DoctorInput;

  it('names plans that are for sale on the web without a key', () => {
    const pathsOf = (key: string | undefined, isSold: boolean) =>
      cardKeyFindings(examined(key, undefined, isSold)).map(({ path }) => path.join('.'));
    expect(pathsOf(undefined, true)).toEqual(['flags.web_subscriptions']);
    expect([pathsOf(undefined, false), pathsOf('pk_live_1', true)]).toEqual([[], []]);
  });

  it.each([
    ['pk_test_1', 'sk_live_1'],
    ['pk_live_1', 'rk_test_1'],
  ])('names keys of different modes: %s and %s', (own, secret) => {
    expect(cardKeyFindings(examined(own, secret)).map(({ path }) => path)).toEqual([['flags', 'card_public_key']]);
  });

  it.each([
    ['pk_live_1', 'sk_live_1'],
    ['pk_live_1', undefined],
    ['pk_test_paddock', 'sk_live_1'],
  ])('finds nothing in %s and %s', (own, secret) => {
    expect(cardKeyFindings(examined(own, secret))).toEqual([]);
  });
});
