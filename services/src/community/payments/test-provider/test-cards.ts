import { invalid, textOf, type Params, type TestObject } from './test-object.js';
import type { TestStore } from './test-store.js';

/** What the provider does with a test card (docs.stripe.com/testing). */
interface TestCard {
  brand: string;
  /** Pays, asks its holder first, pays after some seconds, or pays now and not later. */
  outcome: 'pays' | 'asks' | 'later' | 'once' | 'declined';
  decline?: string;
  message?: string;
}

const declined = 'Your card was declined.';
const cards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', outcome: 'pays' },
  '5555555555554444': { brand: 'mastercard', outcome: 'pays' },
  '4000002500003155': { brand: 'visa', outcome: 'asks' },
  '4000000000000077': { brand: 'visa', outcome: 'later' },
  '4000000000000341': { brand: 'visa', outcome: 'once' },
  '4000000000000002': { brand: 'visa', outcome: 'declined', decline: 'generic_decline', message: declined },
  '4000000000009995': {
    brand: 'visa',
    outcome: 'declined',
    decline: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
};

/** A card as it is stored: never its number. */
export interface PaymentMethod extends TestObject {
  card: { brand: string; last4: string };
  outcome: TestCard['outcome'];
  decline?: string;
  message?: string;
}

const cardFault = (code: string, message: string) => invalid(message, { type: 'card_error', code });

/** @throws {TestFault} a card error for an invalid number or a date that has passed */
export async function newPaymentMethod(store: TestStore, fields: Params): Promise<PaymentMethod> {
  const number = (textOf(fields['number']) ?? '').replaceAll(/\D/g, '');
  if (!isCardNumber(number)) throw cardFault('incorrect_number', 'Your card number is invalid.');
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/\s*(\d{2})$/.exec(textOf(fields['expiry']) ?? '') ?? [];
  if (Number(month) < 1 || Number(month) > 12)
    throw cardFault('invalid_expiry_month', "Your card's expiration month is invalid.");
  if (new Date(Date.UTC(2000 + Number(year), Number(month))) <= store.now)
    throw cardFault('expired_card', 'Your card has expired.');
  if (!/^\d{3,4}$/.test(textOf(fields['cvc']) ?? ''))
    throw cardFault('incorrect_cvc', "Your card's security code is incorrect.");
  const { brand, ...card } = cards[number] ?? {
    brand: 'unknown',
    outcome: 'declined' as const,
    decline: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  };
  return store.put({
    ...store.base('pm', 'payment_method'),
    type: 'card',
    card: { brand, last4: number.slice(-4) },
    ...card,
  });
}

/** By the Luhn formula. */
function isCardNumber(number: string): boolean {
  const digits = [...number].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  const sum = digits.reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0);
  return number.length >= 13 && number.length <= 19 && sum % 10 === 0;
}

/** The error of a card that does not pay, as an intent and a reply have it. */
export const declineOf = (method: PaymentMethod) => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code: method.decline ?? 'generic_decline',
  message: method.message ?? declined,
  payment_method: publicMethod(method),
});

/** Without what only the test provider knows of the card. */
export const publicMethod = ({ outcome: _outcome, decline: _decline, message: _message, ...method }: PaymentMethod) =>
  method;
