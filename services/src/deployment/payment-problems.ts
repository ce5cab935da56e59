import type { Contradiction, Deployment } from '@paddock/contract/core/deployment';
import { testPublicKey } from '@paddock/contract/core/money';
import type { DoctorInput, Finding } from './doctor/finding.js';

/** The built-in test provider in production: members would pay dues with nothing. */
export function testProviderProblems({ flags }: Deployment, production: boolean): Contradiction[] {
  if (!production || flags.card_public_key !== testPublicKey) return [];
  return [
    {
      path: 'flags.card_public_key',
      hint: `'${testPublicKey}' is the built-in test provider, with which no money moves: production needs the key of an account at Stripe`,
    },
  ];
}

/** Plans for sale without a key; a public and a secret key of different modes, unless the machine lacks the secret key. */
export function cardKeyFindings({ config, stripeSecretKey: secretKey }: DoctorInput): Finding[] {
  const { card_public_key: publicKey, web_subscriptions: sellsPlans } = config.flags;
  if (publicKey === undefined && sellsPlans)
    return [
      {
        path: ['flags', 'web_subscriptions'],
        problem: 'plans are sold on the web, and the community has no card_public_key',
        consequence: 'No member can buy a plan on the web.',
        remedy: 'Enter the keys (docs/how-to/take-payments.md), or set web_subscriptions to false.',
      },
    ];
  if (publicKey === undefined || publicKey === testPublicKey || secretKey === undefined) return [];
  const modeOf = (key: string) => (key.includes('_live_') ? 'live' : 'test');
  const [own, secret] = [modeOf(publicKey), modeOf(secretKey)];
  if (own === secret) return [];
  return [
    {
      path: ['flags', 'card_public_key'],
      problem: `the public key is of the ${own} mode, and STRIPE_SECRET_KEY is of the ${secret} mode`,
      consequence: 'No member can pay by card.',
      remedy: `Use both keys of the same mode; docs/how-to/take-payments.md says where they are.`,
    },
  ];
}
