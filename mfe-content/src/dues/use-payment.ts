import { checkPayment, createPaymentIntent, type Due, readDue, readDues } from '@paddock/contract/calls/dues';
import type { Language } from '@paddock/contract/core/deployment';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { loadCardForm } from '@paddock/mfe-kit/payments';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import type { StripeElements } from '@paddock/mfe-kit/payments';
import { useReducer, useRef } from 'react';
import { nextStep, type Payment } from './payment-steps';

export interface PaymentActions {
  begin: (due: Due) => Promise<void>;
  /** Asks the provider to charge the card of the form, then the server for the outcome. */
  confirm: (elements: StripeElements) => Promise<void>;
  cancel: () => void;
  /** The provider's form did not load. */
  failForm: () => void;
  /** The due of the open payment changed or is gone: nothing is charged for the sum that the member saw. */
  stop: (text: string) => void;
  /** Reads the outcome of a payment from the server. */
  readOutcome: (due: string) => Promise<void>;
}

/**
 * Paying a due by card. The client never decides that a due is paid: after the provider's answer, and without one, the server is asked.
 *
 * @param publicKey the provider's public key; empty where no card can pay
 */
export function usePayment(publicKey: string): [payment: Payment, actions: PaymentActions] {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const { language } = useSession();
  const [payment, dispatch] = useReducer(nextStep, { step: 'init' });
  const attempts = useRef(0);
  const cache = useCallCache();
  const create = useCallMutation(createPaymentIntent);
  const check = useCallMutation(checkPayment, { invalidates: [readDues, readDue] });

  const begin = async ({ id, amount, currency }: Due) => {
    attempts.current += 1;
    const attempt = attempts.current;
    dispatch({ type: 'begun', due: id, attempt });
    try {
      const intent = await create.mutateAsync({ id, amount, currency });
      const stripe = await loadCardForm(publicKey, intent.account, language as Language).catch(() => null);
      if (stripe) dispatch({ type: 'loaded', attempt, card: { stripe, intent } });
      else dispatch({ type: 'failed', attempt, kind: 'no_form', text: t('pay.no_form') });
    } catch (error) {
      // It may be paid, or have another amount by now.
      void cache.refresh(readDues);
      toast.error(error);
      dispatch({ type: 'failed', attempt, kind: 'refused', text: errorText(error) });
    }
  };

  const open = payment.step === 'init' ? { due: '', attempt: 0 } : payment;
  const refuse = (attempt: number, text: string) => {
    toast.error(new ApiError('PAYMENT_FAILED', text, 402));
    dispatch({ type: 'refused', attempt, text });
  };
  /** @param refusal what the member reads when the server knows of no payment */
  const settle = async (due: string, attempt: number, refusal: string) => {
    try {
      const { due: read } = await check.mutateAsync({ id: due });
      const state = read.own?.state;
      if (state === 'open') return refuse(attempt, refusal);
      if (state !== undefined) toast(state === 'processing' ? 'pay.processing' : 'pay.success');
      dispatch({ type: 'ended', attempt });
    } catch {
      dispatch({ type: 'failed', attempt, kind: 'unread', text: t('pay.unread') });
    }
  };

  const confirm = async (elements: StripeElements) => {
    if (payment.step !== 'paying' || payment.isConfirming) return;
    const { due, attempt, card } = payment;
    dispatch({ type: 'confirmed', attempt });
    const outcome = await card.stripe
      .confirmPayment({ elements, redirect: 'if_required', confirmParams: { return_url: returnAddress(due) } })
      .catch(() => undefined);
    const error = outcome?.error;
    // Its field shows it.
    if (error?.type === 'validation_error') return dispatch({ type: 'refused', attempt });
    if (error?.type === 'card_error') return refuse(attempt, error.message ?? t('pay.refused'));
    await settle(due, attempt, error?.message ?? t('pay.refused'));
  };

  const readOutcome = async (due: string) => {
    attempts.current += 1;
    const attempt = attempts.current;
    dispatch({ type: 'begun', due, attempt });
    await settle(due, attempt, t('pay.refused'));
    // Without a form that could show the refusal.
    dispatch({ type: 'failed', attempt, kind: 'refused', text: t('pay.refused') });
  };

  return [
    payment,
    {
      begin,
      confirm,
      readOutcome,
      cancel: () => dispatch({ type: 'ended', attempt: open.attempt }),
      failForm: () => dispatch({ type: 'failed', attempt: open.attempt, kind: 'no_form', text: t('pay.no_form') }),
      stop: (text) => dispatch({ type: 'failed', attempt: open.attempt, kind: 'refused', text }),
    },
  ];
}

/** Where a bank's own page leads back to; the provider adds its parameters before the hash. */
const returnAddress = (due: string) =>
  `${location.origin}${location.pathname}#/main/dues?returned=${encodeURIComponent(due)}`;
