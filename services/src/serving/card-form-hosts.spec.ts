import { describe, expect, it } from '@jest/globals';
import type { Deployment } from '@paddock/contract/core/deployment';
import { cardFormHosts } from './card-form-hosts.js';
import { pagePolicy } from './page-policy.js';

const policyOf = (flags: object, tabs: Deployment['tabs'] = ['chats', 'dues']) =>
  pagePolicy('a.localhost', { cardForm: cardFormHosts({ tabs, flags: flags as Deployment['flags'] }) });

describe(cardFormHosts, () => {
  it("adds Stripe's hosts where dues are paid by card, or plans are sold on the web", () => {
    for (const policy of [
      policyOf({ card_public_key: 'pk_live_1' }),
      policyOf({ card_public_key: 'pk_live_1', web_subscriptions: true }, ['chats']),
    ]) {
      expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
      expect(policy).toContain(
        "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
      );
      expect(policy).toMatch(/connect-src 'self' \S+ \S+ https:\/\/api\.stripe\.com;/);
    }
  });

  it.each<[string, object, Deployment['tabs']]>([
    ['no public key', {}, ['dues']],
    ['the test provider, which has the origin of the page', { card_public_key: 'pk_test_paddock' }, ['dues']],
    ['neither dues nor plans', { card_public_key: 'pk_live_1', web_subscriptions: false }, ['chats']],
  ])('adds none with %s', (_, flags, tabs) => {
    expect(policyOf(flags, tabs)).not.toContain('stripe');
  });
});
