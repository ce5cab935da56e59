import type { Language } from '@paddock/contract/core/deployment';
import { testPublicKey } from '@paddock/contract/core/money';
import type { Stripe, StripeConstructor, StripeElementLocale } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

export type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';

/** Languages that Stripe's form names in another way than the deployment. */
const locales: Partial<Record<Language, StripeElementLocale>> = { pt_BR: 'pt-BR', 'zh-Hans': 'zh', 'zh-Hant': 'zh-TW' };

let testScript: Promise<StripeConstructor> | undefined;

/**
 * Loads the card provider's script, once per page: Stripe's, or the built-in test provider's for its public key. Card data stays in its
 * frame and never reaches the product's page.
 *
 * @param account - the community's own account at the provider; '' is the platform's
 * @returns Stripe.js of the account; null where the page has no window
 * @throws {Error} when the script cannot be loaded; the next call tries again
 */
export async function loadCardForm(publicKey: string, account: string, language: Language): Promise<Stripe | null> {
  const options = {
    locale: locales[language] ?? (language as StripeElementLocale),
    ...(account !== '' && { stripeAccount: account }),
  };
  if (publicKey !== testPublicKey) return loadStripe(publicKey, options);
  testScript ??= loadTestScript();
  const create = await testScript.catch((error: unknown) => {
    testScript = undefined;
    throw error;
  });
  return create(publicKey, options);
}

function loadTestScript(): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '/test-provider/stripe.js';
    script.addEventListener('load', () => {
      const { Stripe: create } = globalThis as { Stripe?: StripeConstructor };
      if (create) resolve(create);
      else reject(new Error('The test provider has no script'));
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The test provider does not answer'));
    });
    document.head.append(script);
  });
}
