import { type Deployment, tabsOf } from '@paddock/contract/core/deployment';
import { testPublicKey } from '@paddock/contract/core/money';

/** Hosts of the card provider's form, by directive (docs.stripe.com/security/guide). */
export interface CardFormHosts {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
}

const stripe: CardFormHosts = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};

/** Stripe's hosts where members pay on the page; undefined elsewhere, and for the test provider, which has the page's own origin. */
export function cardFormHosts({ tabs, flags }: Pick<Deployment, 'tabs' | 'flags'>): CardFormHosts | undefined {
  const { card_public_key: key } = flags;
  if (key === undefined || key === testPublicKey) return undefined;
  return tabsOf({ tabs }).includes('dues') || flags.web_subscriptions ? stripe : undefined;
}
