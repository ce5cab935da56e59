import { describe, expect, it } from '@jest/globals';
import { fromProviderAmount, toProviderAmount } from './provider-amounts.js';

describe(toProviderAmount, () => {
  it.each([
    ['EUR', 1234, 1234],
    ['JPY', 500, 500],
    ['KWD', 1500, 1500],
    ['ISK', 500, 50_000],
    ['UGX', 500, 50_000],
    ['eur', 1, 1],
  ])('%s: %d is %d at the provider, and back', (currency, amount, atProvider) => {
    expect(toProviderAmount(amount, currency)).toBe(atProvider);
    expect(fromProviderAmount(atProvider, currency)).toBe(amount);
  });

  it.each([
    ['KWD', 1501],
    ['EUR', 0],
    ['EUR', -5],
    ['EUR', 0.5],
    ['EUR', NaN],
    ['EUR', Infinity],
  ])('refuses %s %d', (currency, amount) => {
    expect(() => toProviderAmount(amount, currency)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', details: { fields: { amount: 'amount_INVALID_PATTERN' } } }),
    );
  });
});
