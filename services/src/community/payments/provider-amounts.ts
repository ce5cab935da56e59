import { decimalsOf } from '@paddock/contract/core/money';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';

/**
 * Decimals with which the provider counts a currency, where they differ from the currency's own: it kept two for ISK and UGX when these
 * lost theirs (docs.stripe.com/currencies).
 */
const decimalsAtProvider: Readonly<Record<string, number>> = { ISK: 2, UGX: 2 };

/** How many of the provider's units are one minor unit of the currency. */
const unitsOf = (currency: string) => {
  const decimals = decimalsOf(currency);
  return 10 ** ((decimalsAtProvider[currency.toUpperCase()] ?? decimals) - decimals);
};

/**
 * A sum in the currency's minor units in the provider's unit.
 *
 * @throws {PaddockError} `INVALID_INPUT` for a sum that the provider cannot charge: not whole, not positive, or of a currency with
 * three decimals and a last digit other than 0.
 */
export function toProviderAmount(amount: number, currency: string): number {
  const atProvider = amount * unitsOf(currency);
  const isWhole = Number.isSafeInteger(amount) && Number.isSafeInteger(atProvider) && amount > 0;
  if (!isWhole || (decimalsOf(currency) === 3 && amount % 10 !== 0))
    throw new PaddockError('INVALID_INPUT', { fields: { amount: 'amount_INVALID_PATTERN' } });
  return atProvider;
}

/** A sum of the provider in the currency's minor units. */
export const fromProviderAmount = (amount: number, currency: string): number => amount / unitsOf(currency);
