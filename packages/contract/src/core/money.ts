import { z } from 'zod';

/** The largest sum that the card provider accepts, in minor units. */
export const maxAmount = 99_999_999;

/** The public key of the built-in test provider, with which no money moves. */
export const testPublicKey = 'pk_test_paddock';

/**
 * The decimals of ISO 4217, where they are not two, except that MGA has none, as at Stripe: its minor unit is a fifth. `Intl` follows CLDR,
 * which gives HUF, IDR and COP no decimals, and differs between a browser and the services.
 */
const otherDecimals: readonly (readonly [number, string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** How many decimals a currency has, in either case of its code: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  const code = currency.toUpperCase();
  return otherDecimals.find(([, codes]) => codes.split(' ').includes(code))?.[0] ?? 2;
}

/** A sum in minor units as text, "12.34 EUR" in every language, with as many decimals as the currency has (B §9, Dues). */
export function payLabel(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency.toUpperCase()}`;
}

/**
 * Whole minor units of a sum that a person typed: '12.34' EUR is 1234, '500' JPY is 500, '1.5' KWD is 1500. A comma separates decimals too.
 * Undefined for a text that is no sum, or that has more decimals than the currency.
 */
export function minorUnits(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,12})(?:[.,](\d{1,4}))?$/.exec(text.trim());
  if (!match || (match[2]?.length ?? 0) > decimals) return undefined;
  return Number(match[1]! + (match[2] ?? '').padEnd(decimals, '0'));
}

/** ISO 4217, in capitals. */
export const currency = z
  .string({ error: 'REQUIRED' })
  .trim()
  .min(1, 'REQUIRED')
  .max(3, 'LENGTH_PATTERN')
  .toUpperCase()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'INVALID_PATTERN');

/** A sum that is charged, in minor units. */
export const chargedAmount = z
  .number({ error: ({ input }) => (input === undefined ? 'REQUIRED' : 'INVALID_PATTERN') })
  .int('INVALID_PATTERN')
  .min(1, 'INVALID_PATTERN')
  .max(maxAmount, 'LENGTH_PATTERN');
