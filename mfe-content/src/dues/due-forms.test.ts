import { describe, expect, it } from '@jest/globals';
import { fieldCodes } from '@paddock/contract/core/field-codes';
import { due } from '../../test/dues-scenario';
import { amountOf, amountText } from './amount-text';
import { refundForm, refundInput } from './board-forms';
import { createDueForm, dueInput, dueFormValues, newDue } from './due-forms';

const schema = createDueForm.schema({} as never);
const codesOf = (entered: object) => {
  const parsed = schema.safeParse({ title: 'Fee', ...newDue('EUR'), ...entered });
  return parsed.success ? {} : fieldCodes(parsed.error);
};

describe(amountOf, () => {
  it.each([
    ['12.34', 'EUR', 1234],
    ['12,34', 'EUR', 1234],
    ['500', 'JPY', 500],
    ['1.5', 'KWD', 1500],
    ['١٢٫٥', 'EUR', 1250],
    ['0', 'EUR', 'INVALID_PATTERN'],
    ['-1', 'EUR', 'INVALID_PATTERN'],
    ['0.005', 'EUR', 'INVALID_PATTERN'],
    ['5.5', 'JPY', 'INVALID_PATTERN'],
    ['NaN', 'EUR', 'INVALID_PATTERN'],
    ['1000000000000', 'EUR', 'INVALID_PATTERN'],
    ['1000000', 'EUR', 'LENGTH_PATTERN'],
  ])('%s %s is %s', (text, currency, expected) => expect(amountOf(text, currency)).toBe(expected));
});

it.each([
  [36_000, 'EUR', '360.00'],
  [500, 'JPY', '500'],
  [1500, 'KWD', '1.500'],
])('shows %i %s as %s', (amount, currency, text) => expect(amountText(amount, currency)).toBe(text));

describe('the form of a due', () => {
  it.each([
    ['a missing amount', {}, { amount: 'amount_REQUIRED' }],
    ['a blank amount', { amount: ' ' }, { amount: 'amount_REQUIRED' }],
    ['no sum', { amount: 'free' }, { amount: 'amount_INVALID_PATTERN' }],
    ['a sum above the limit', { amount: '1000000' }, { amount: 'amount_LENGTH_PATTERN' }],
    ['decimals that the currency lacks', { amount: '1.5', currency: 'JPY' }, { amount: 'amount_INVALID_PATTERN' }],
    ['no currency', { amount: '1', currency: 'XX' }, { currency: 'currency_INVALID_PATTERN' }],
    ['an audience without members', { amount: '1', audience: 'named' }, { users: 'users_REQUIRED' }],
    [
      'a day that does not exist',
      { amount: '1', payable_until: '2026-02-30' },
      { payable_until: 'payable_until_INVALID_PATTERN' },
    ],
    ['a filled form', { amount: '360,00' }, {}],
  ])('%s', (_, entered, codes) => expect(codesOf(entered)).toEqual(codes));

  it('sends minor units, and no names when all members owe it', () => {
    const given = { title: 'Fee', amount: '1.5', currency: 'KWD', reminders: ['-3', '7'], users: ['bob'] };
    expect(dueInput({ ...given, audience: 'all' })).toEqual({
      ...{ title: 'Fee', amount: 1500, currency: 'KWD', reminders: [7, -3], users: [], groups: [] },
    });
    expect(dueInput({ ...given, audience: 'named' }).users).toEqual(['bob']);
  });

  it('opens with the named members of the due', () => {
    const bob = { id: 'bob', username: 'bob', fullname: 'Bob Box', online: false };
    const entered = dueFormValues(due({ users: ['bob'], groups: [], reminders: [7] }), [bob]);
    expect(entered).toMatchObject({
      ...{ amount: '360.00', audience: 'named', reminders: ['7'], users: [{ id: 'bob', name: 'Bob Box' }] },
    });
  });
});

describe('the form of a refund', () => {
  const refund = refundForm('EUR', 1000).schema({} as never);
  it.each([
    ['all that is left', {}, {}],
    ['a part', { amount: '9,99' }, {}],
    ['nothing', { amount: '0' }, { amount: 'amount_INVALID_PATTERN' }],
    ['more than is left', { amount: '10.01' }, { amount: 'REFUND_TOO_LARGE' }],
  ])('%s', (_, entered, codes) => {
    const parsed = refund.safeParse({ reason: 'Rain', ...entered });
    expect(parsed.success ? {} : fieldCodes(parsed.error)).toEqual(codes);
  });

  it('sends an amount only for a part', () => {
    expect(refundInput({ reason: 'Rain', amount: '9,99' }, 'EUR')).toEqual({ reason: 'Rain', amount: 999 });
    expect(refundInput({ reason: 'Rain', amount: '' }, 'EUR')).toEqual({ reason: 'Rain' });
  });
});
