import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { loadCardForm } from './payments';

const scripts = () => [...document.head.querySelectorAll('script')];
afterEach(() => {
  for (const script of scripts()) script.remove();
  delete (globalThis as { Stripe?: unknown }).Stripe;
});

describe(loadCardForm, () => {
  it("tries again after a failure, then loads the test provider's script once, for each account", async () => {
    const failed = loadCardForm('pk_test_paddock', '', 'en');
    scripts()[0]!.dispatchEvent(new Event('error'));
    await expect(failed).rejects.toThrow('does not answer');

    const create = jest.fn((key: string, options: object) => ({ key, options }));
    const loaded = loadCardForm('pk_test_paddock', 'acct_1', 'pt_BR');
    expect(scripts().map((script) => script.getAttribute('src'))).toEqual(['/test-provider/stripe.js']);
    Object.assign(globalThis, { Stripe: create });
    scripts()[0]!.dispatchEvent(new Event('load'));
    expect(await loaded).toEqual({ key: 'pk_test_paddock', options: { locale: 'pt-BR', stripeAccount: 'acct_1' } });
    await loadCardForm('pk_test_paddock', '', 'ar');
    expect(create).toHaveBeenLastCalledWith('pk_test_paddock', { locale: 'ar' });
    expect(scripts()).toHaveLength(1);
  });

  it("loads Stripe's own script for every other key", async () => {
    void loadCardForm('pk_test_real', '', 'en');
    await waitFor(() => expect(scripts()[0]?.src).toMatch(/^https:\/\/js\.stripe\.com\//));
  });
});
