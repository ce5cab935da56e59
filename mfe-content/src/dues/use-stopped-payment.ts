import type { Due } from '@paddock/contract/calls/dues';
import { useText } from '@paddock/mfe-kit/i18n';
import { useEffect, useEffectEvent } from 'react';
import type { Payment } from './payment-steps';
import type { PaymentActions } from './use-payment';

/**
 * Ends the open payment when its due has another sum, is paid in another window, or is gone: the member then sees what there is to pay
 * before they press Pay again. A payment that the provider is confirming ends by its answer.
 */
export function useStoppedPayment(dues: readonly Due[], payment: Payment, { stop, cancel }: PaymentActions): void {
  const t = useText();
  const check = useEffectEvent(() => {
    if (payment.step !== 'paying' || payment.isConfirming) return;
    const { due: id, card } = payment;
    const due = dues.find((one) => one.id === id);
    if (due?.own?.state !== 'open') return due === undefined ? stop(t('dues.gone')) : cancel();
    const { amount, currency } = card.intent;
    if (due.amount !== amount || due.currency.toUpperCase() !== currency.toUpperCase()) stop(t('pay.changed'));
  });
  useEffect(() => check(), [dues, payment]);
}
