/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { type CardPayment, nextStep, type Payment, type PaymentEvent } from './payment-steps';

const intent = { account: '', secret: 'pi_1_secret_1', amount: 36_000, currency: 'EUR' };
const card = { stripe: {}, intent } as CardPayment;
const after = (...events: PaymentEvent[]) => events.reduce<Payment>(nextStep, { step: 'init' });
const begun = (attempt = 1, due = 'd1'): PaymentEvent => ({ type: 'begun', due, attempt });
const loaded = (attempt = 1): PaymentEvent => ({ type: 'loaded', attempt, card });
const confirmed: PaymentEvent = { type: 'confirmed', attempt: 1 };
const ended: PaymentEvent = { type: 'ended', attempt: 1 };

describe(nextStep, () => {
  it('goes from init through loading and paying back to init', () => {
    expect(after(begun())).toEqual({ step: 'loading', due: 'd1', attempt: 1 });
    expect(after(begun(), loaded())).toEqual({ step: 'paying', due: 'd1', attempt: 1, card, isConfirming: false });
    expect(after(begun(), loaded(), confirmed)).toMatchObject({ step: 'paying', isConfirming: true });
    expect(after(begun(), loaded(), confirmed, ended)).toEqual({ step: 'init' });
  });

  it('returns to init by Cancel, while the form loads too', () => {
    expect(after(begun(), ended)).toEqual({ step: 'init' });
    expect(after(begun(), loaded(), ended)).toEqual({ step: 'init' });
  });

  it('keeps the form with the message of a refused card, until the next try', () => {
    const refused = after(begun(), loaded(), confirmed, { type: 'refused', attempt: 1, text: 'Declined.' });
    expect(refused).toMatchObject({ step: 'paying', isConfirming: false, fault: 'Declined.' });
    expect(nextStep(refused, confirmed)).not.toHaveProperty('fault');
  });

  it('moves to another due, but not from a payment that is being confirmed', () => {
    expect(after(begun(), loaded(), begun(2, 'd2'))).toEqual({ step: 'loading', due: 'd2', attempt: 2 });
    expect(after(begun(), loaded(), confirmed, begun(2, 'd2'))).toMatchObject({ due: 'd1', isConfirming: true });
  });

  it('ignores what an abandoned attempt still causes', () => {
    const again = after(begun(), ended, begun(2));
    expect(nextStep(again, loaded(1))).toBe(again);
    expect(nextStep(again, { type: 'failed', attempt: 1, kind: 'refused', text: 'No.' })).toBe(again);
    expect(nextStep(again, loaded(2))).toMatchObject({ step: 'paying', attempt: 2 });
  });

  it('names the due of a failed attempt, until the next one begins', () => {
    const failed = after(begun(), { type: 'failed', attempt: 1, kind: 'no_form', text: 'Blocked.' });
    expect(failed).toEqual({ step: 'init', fault: { due: 'd1', kind: 'no_form', text: 'Blocked.' } });
    expect(nextStep(failed, begun(2))).toEqual({ step: 'loading', due: 'd1', attempt: 2 });
  });
});
