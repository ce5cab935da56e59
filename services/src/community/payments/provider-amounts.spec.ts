import { describe, expect, it } from '@jest/globals';
import { minorUnits } from '@paddock/contract/core/money';
import { fromProviderAmount, toProviderAmount } from './provider-amounts.js';

describe(toProviderAmount, () => {
  it.each([
    ['EUR', 1234, 1234],
    ['JPY', 500, 500],
    ['KWD', 1500, 1500],
    ['ISK', 500, 50_000],
    ['UGX', 500, 50_000],
    ['MGA', 700, 700],
    ['HUF', 500_000, 500_000],
    ['eur', 1, 1],
  ])('%s: %d is %d at the provider, and back', (currency, amount, atProvider) => {
    expect(toProviderAmount(amount, currency)).toBe(atProvider);
    expect(fromProviderAmount(atProvider, currency)).toBe(amount);
  });

  // docs.stripe.com/currencies: zero-decimal and three-decimal currencies, and the special cases ISK and UGX.
  const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
  const withThree = 'BHD JOD KWD OMR TND'.split(' ');
  // The provider does not charge in these.
  const unknown = ['UYI', 'IQD', 'LYD', 'CLF', 'UYW'];

  it.each(Intl.supportedValuesOf('currency').filter((code) => !unknown.includes(code)))(
    'sends a thousand %s with the decimals that the provider counts',
    (currency) => {
      const decimals = withoutDecimals.includes(currency) ? 0 : withThree.includes(currency) ? 3 : 2;
      expect(toProviderAmount(minorUnits('1000', currency)!, currency)).toBe(1000 * 10 ** decimals);
    },
  );

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
