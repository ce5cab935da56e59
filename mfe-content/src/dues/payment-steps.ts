import type { createPaymentIntent } from '@paddock/contract/calls/dues';
import type { CallReply } from '@paddock/contract/core/call';
import type { Stripe } from '@paddock/mfe-kit/payments';

/** The card form of a payment: the provider's script for the community's account, and the payment's secret. */
export interface CardPayment {
  stripe: Stripe;
  intent: CallReply<typeof createPaymentIntent>;
}

/**
 * Why a payment ended without success. `refused`: it did not begin; `no_form`: the provider's form did not load; `unread`: its outcome
 * is unknown until the server is read.
 */
export interface PaymentFault {
  due: string;
  kind: 'refused' | 'no_form' | 'unread';
  text: string;
}

/** The steps of a payment (specification B §4): one due at a time. */
export type Payment =
  | { step: 'init'; fault?: PaymentFault }
  | { step: 'loading'; due: string; attempt: number }
  | {
      step: 'paying';
      due: string;
      attempt: number;
      card: CardPayment;
      isConfirming: boolean;
      /** Why the provider refused the card. */
      fault?: string;
    };

/** `attempt` numbers the presses of Pay: what an abandoned one still causes is ignored. */
export type PaymentEvent =
  | { type: 'begun'; due: string; attempt: number }
  | { type: 'loaded'; attempt: number; card: CardPayment }
  | { type: 'confirmed'; attempt: number }
  | { type: 'refused'; attempt: number; text?: string }
  | { type: 'failed'; attempt: number; kind: PaymentFault['kind']; text: string }
  | { type: 'ended'; attempt: number };

/** The step after an event. A payment that the provider is confirming cannot be replaced by another. */
export function nextStep(payment: Payment, event: PaymentEvent): Payment {
  if (event.type === 'begun') {
    if (payment.step === 'paying' && payment.isConfirming) return payment;
    return { step: 'loading', due: event.due, attempt: event.attempt };
  }
  if (payment.step === 'init' || payment.attempt !== event.attempt) return payment;
  const { due, attempt } = payment;
  switch (event.type) {
    case 'loaded':
      return payment.step === 'loading'
        ? { step: 'paying', due, attempt, card: event.card, isConfirming: false }
        : payment;
    case 'confirmed':
      return payment.step === 'paying'
        ? { step: 'paying', due, attempt, card: payment.card, isConfirming: true }
        : payment;
    case 'refused':
      if (payment.step !== 'paying') return payment;
      return {
        ...{ step: 'paying', due, attempt, card: payment.card, isConfirming: false },
        ...(event.text !== undefined && { fault: event.text }),
      };
    case 'failed':
      return { step: 'init', fault: { due, kind: event.kind, text: event.text } };
    case 'ended':
      return { step: 'init' };
  }
}
