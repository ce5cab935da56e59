import { paymentReason } from '@paddock/contract/calls/dues';
import { payLabel } from '@paddock/contract/core/money';
import { defineForm } from '@paddock/mfe-kit/form';
import { z } from 'zod';
import { amountOf } from './amount-text';

const markPaid = z.object({ reason: paymentReason });

export const markPaidForm = defineForm({
  id: 'mark-due-paid',
  schema: () => markPaid,
  fields: (t) => [
    { type: 'input', name: 'reason', label: t('board.reason'), help: t('board.mark_paid_help'), max: 250 },
  ],
  submit: (t) => t('board.mark_paid'),
});

/** The amount as typed; empty refunds the rest. */
const refund = z.object({ amount: z.string().trim().optional(), reason: paymentReason });
type RefundEntered = z.input<typeof refund>;

/** @param left minor units that can still be refunded */
export const refundForm = (currency: string, left: number) =>
  defineForm({
    id: 'refund-due',
    schema: () =>
      refund.superRefine(({ amount }, context) => {
        const code = amount ? refundFault(amount, currency, left) : undefined;
        if (code) context.addIssue({ code: 'custom', path: ['amount'], message: code });
      }),
    fields: (t) => [
      {
        ...{ type: 'input', name: 'amount', label: t('board.amount', { currency }), inputType: 'number' },
        help: t('board.amount_help', { sum: payLabel(left, currency) }),
        codes: {
          INVALID_PATTERN: t('due_form.not_an_amount'),
          REFUND_TOO_LARGE: t('board.too_large', { sum: payLabel(left, currency) }),
        },
      },
      { type: 'input', name: 'reason', label: t('board.reason'), help: t('board.refund_help'), max: 250 },
    ],
    submit: (t) => t('board.refund'),
    danger: true,
  });

function refundFault(text: string, currency: string, left: number): string | undefined {
  const amount = amountOf(text, currency);
  if (typeof amount === 'string') return 'INVALID_PATTERN';
  return amount > left ? 'REFUND_TOO_LARGE' : undefined;
}

export function refundInput({ amount, reason }: RefundEntered, currency: string): { amount?: number; reason: string } {
  const units = amount ? amountOf(amount, currency) : undefined;
  return { reason, ...(typeof units === 'number' && { amount: units }) };
}
