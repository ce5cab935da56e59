import { decimalsOf } from '@paddock/contract/core/money';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';

/**
 * Decimals with which the provider counts a currency, where they differ from the currency's own: it kept two for ISK and UGX when these
 * lost theirs, and counts MGA without its two (docs.stripe.com/currencies).
 */
const decimalsAtProvider: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** By how many decimals the provider's unit is smaller than the currency's minor unit; negative where it is larger. */
const furtherDecimals = (currency: string) => {
  const code = currency.toUpperCase();
  return (decimalsAtProvider[code] ?? decimalsOf(code)) - decimalsOf(code);
};

/** Multiplies or divides by a whole number: a fraction as a factor rounds. */
const scaled = (amount: number, decimals: number) =>
  decimals < 0 ? amount / 10 ** -decimals : amount * 10 ** decimals;

/**
 * A sum in the currency's minor units in the provider's unit.
 *
 * @throws {PaddockError} `INVALID_INPUT` for a sum that the provider cannot charge: not whole in its unit, not positive, or of a currency with
 * three decimals and a last digit other than 0.
 */
export function toProviderAmount(amount: number, currency: string): number {
  const atProvider = scaled(amount, furtherDecimals(currency));
  const isWhole = Number.isSafeInteger(amount) && Number.isSafeInteger(atProvider) && amount > 0;
  if (!isWhole || (decimalsOf(currency.toUpperCase()) === 3 && amount % 10 !== 0))
    throw new PaddockError('INVALID_INPUT', { fields: { amount: 'amount_INVALID_PATTERN' } });
  return atProvider;
}

/** A sum of the provider in the currency's minor units. */
export const fromProviderAmount = (amount: number, currency: string): number =>
  scaled(amount, -furtherDecimals(currency));
