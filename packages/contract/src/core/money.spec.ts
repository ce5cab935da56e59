import { describe, expect, it } from '@jest/globals';
import { chargedAmount, minorUnits, payLabel } from './money.js';

describe(payLabel, () => {
  it.each<[number, string, string]>([
    [1234, 'EUR', '12.34 EUR'],
    [0, 'EUR', '0.00 EUR'],
    [5, 'USD', '0.05 USD'],
    [1234, 'JPY', '1234 JPY'],
    [1234, 'KWD', '1.234 KWD'],
    [500_000, 'HUF', '5000.00 HUF'],
    [500_000, 'RSD', '5000.00 RSD'],
    [1234, 'jpy', '1234 JPY'],
    [1234, 'IQD', '1.234 IQD'],
    [100_000_000, 'GBP', '1000000.00 GBP'],
  ])('formats %d of %s as %s', (amount, currency, text) => expect(payLabel(amount, currency)).toBe(text));
});

describe(minorUnits, () => {
  it.each([
    ['12.34', 'EUR', 1234],
    ['12,3', 'EUR', 1230],
    [' 500 ', 'JPY', 500],
    ['1.5', 'KWD', 1500],
    ['0.005', 'KWD', 5],
    ['5000', 'HUF', 500_000],
    ['5000', 'IDR', 500_000],
    ['5000', 'RSD', 500_000],
    ['5000', 'IQD', 5_000_000],
    ['1.2345', 'CLF', 12_345],
    ['1.2345', 'KWD', undefined],
    ['0', 'EUR', 0],
    ['0.005', 'EUR', undefined],
    ['5.5', 'JPY', undefined],
    ['-1', 'EUR', undefined],
    ['1e3', 'EUR', undefined],
    ['1.234.567', 'EUR', undefined],
    ['NaN', 'EUR', undefined],
    ['', 'EUR', undefined],
  ])('reads %s %s as %s', (text, currency, units) => expect(minorUnits(text, currency)).toBe(units));
});

describe('an amount to charge', () => {
  it.each([
    [undefined, 'REQUIRED'],
    [0, 'INVALID_PATTERN'],
    [-1, 'INVALID_PATTERN'],
    [0.005, 'INVALID_PATTERN'],
    [NaN, 'INVALID_PATTERN'],
    [10 ** 12, 'LENGTH_PATTERN'],
  ])('refuses %s with %s', (amount, code) => {
    expect(chargedAmount.safeParse(amount).error?.issues[0]?.message).toBe(code);
  });
});
