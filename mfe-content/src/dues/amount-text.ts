import { asciiDigits } from '@paddock/contract/core/digits';
import { decimalsOf, maxAmount, minorUnits } from '@paddock/contract/core/money';

/** A typed sum in the digits of the contract: Arabic digits and the Arabic decimal separator count too. */
const latin = (text: string) => asciiDigits(text).replaceAll('٫', '.');

/** Minor units of a typed sum, or the code of its error. */
export function amountOf(text: string, currency: string): number | 'INVALID_PATTERN' | 'LENGTH_PATTERN' {
  const amount = minorUnits(latin(text), currency);
  if (amount === undefined || amount < 1) return 'INVALID_PATTERN';
  return amount > maxAmount ? 'LENGTH_PATTERN' : amount;
}

/** The text of a sum for its field: '360.00'. */
export function amountText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}
