import { type Due, readReceipt } from '@paddock/contract/calls/dues';
import { payLabel } from '@paddock/contract/core/money';
import { download } from '@paddock/mfe-kit/download';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button, LinkButton } from '@paddock/ui/button';
import { DueCard } from '@paddock/ui/due-card';
import { Tag } from '@paddock/ui/tag';
import { Check, Clock, FileText, Pencil, RotateCw, TriangleAlert, Undo2, Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CardForm } from './card-form';
import { isOverdue } from './due-sections';
import styles from './dues.module.css';
import type { Payment, PaymentFault } from './payment-steps';
import { useDueZone } from './use-due-zone';
import type { PaymentActions } from './use-payment';

interface DueItemProps {
  due: Due;
  payment: Payment;
  actions: PaymentActions;
  /** Payment by card is offered here. */
  canPay: boolean;
  /** The address names it. */
  isLinked: boolean;
}

export function DueItem({ due, payment, actions, canPay, isLinked }: DueItemProps) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const pay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isLinked) place.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  const isOpen = payment.step !== 'init' && payment.due === due.id;
  const fault = payment.step === 'init' && payment.fault?.due === due.id ? payment.fault : undefined;
  return (
    <div ref={place} className={isLinked ? styles.linked : undefined}>
      <DueCard
        title={due.title}
        text={due.desc}
        meta={<PayableUntil due={due} />}
        amount={due.pay_label}
        actions={
          <>
            {isOpen ? (
              <Button ref={pay} pending>
                {t('pay.paying')}
              </Button>
            ) : (
              due.own?.state === 'open' &&
              canPay && (
                <Button
                  ref={pay}
                  variant="primary"
                  disabled={payment.step === 'paying' && payment.isConfirming}
                  onPress={() => void actions.begin(due)}
                >
                  {t('pay.pay', { sum: due.pay_label })}
                </Button>
              )
            )}
            <States due={due} />
            <Managing due={due} />
          </>
        }
      >
        {fault && <Fault due={due} fault={fault} actions={actions} />}
        {payment.step === 'paying' && isOpen && (
          <CardForm
            {...payment}
            payLabel={t('pay.pay', { sum: payLabel(payment.card.intent.amount, payment.card.intent.currency) })}
            confirm={actions.confirm}
            failForm={actions.failForm}
            onCancel={() => {
              actions.cancel();
              pay.current?.focus();
            }}
          />
        )}
      </DueCard>
    </div>
  );
}

function PayableUntil({ due }: { due: Due }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const clock = useDueZone();
  if (due.payable_until === undefined || (due.own !== undefined && due.own.state !== 'open')) return null;
  // A date has no zone: formatted in UTC it stays the same one.
  const zone = 'UTC';
  if (!isOverdue(due, now, clock)) return t('dues.until', { day: format.day(due.payable_until, zone, true) });
  return (
    <Tag kind="bad" icon={TriangleAlert}>
      {t('dues.overdue', { day: format.date(due.payable_until, { zone, year: true }) })}
    </Tag>
  );
}

/** Paid, being confirmed or refunded, with the receipt. */
function States({ due: { id, own, currency } }: { due: Due }) {
  const t = useText();
  const format = useFormat();
  const zone = useDueZone();
  const toast = useToast();
  const receipt = useCallMutation(readReceipt, {
    onError: toast.error,
    onSuccess: ({ url, name }) => download({ safeFilePath: url, name }).catch(toast.error),
  });
  if (own === undefined || own.state === 'open') return null;
  const isRefunded = own.state === 'refunded';
  return (
    <>
      {own.state === 'processing' ? (
        <Tag kind="info" icon={Clock}>
          {t('dues.processing')}
        </Tag>
      ) : (
        own.paid !== undefined && (
          <Tag {...(!isRefunded && { kind: 'ok' as const })} icon={Check}>
            {t('dues.paid_on', { day: format.date(own.paid, { zone, year: true }) })}
          </Tag>
        )
      )}
      {own.refunded_amount > 0 && (
        <Tag kind="info" icon={Undo2}>
          {t(isRefunded ? 'dues.refunded' : 'dues.partly_refunded', { sum: payLabel(own.refunded_amount, currency) })}
        </Tag>
      )}
      {own.receipt && (
        <Button
          variant="quiet"
          icon={FileText}
          className="push"
          pending={receipt.isPending}
          onPress={() => receipt.mutate({ id })}
        >
          {t('dues.receipt')}
        </Button>
      )}
    </>
  );
}

function Managing({ due: { id, title, totals, can_edit } }: { due: Due }) {
  const t = useText();
  const format = useFormat();
  if (!can_edit) return null;
  const count =
    totals && t('dues.paid_of', { paid: format.number(totals.paid), members: format.number(totals.members) });
  const address = `#/main/dues/${encodeURIComponent(id)}`;
  return (
    <span className="inline wrap push">
      {totals && (
        <LinkButton variant="quiet" icon={Users} href={address} aria-label={t('dues.board_of', { title, count })}>
          {count}
        </LinkButton>
      )}
      <LinkButton variant="quiet" icon={Pencil} href={`${address}/edit`} aria-label={t('dues.edit_named', { title })}>
        {t('dues.edit')}
      </LinkButton>
    </span>
  );
}

function Fault({ due, fault, actions }: { due: Due; fault: PaymentFault; actions: PaymentActions }) {
  const t = useText();
  const retry = () => void (fault.kind === 'unread' ? actions.readOutcome(due.id) : actions.begin(due));
  return (
    <Banner
      kind={fault.kind === 'unread' ? 'warn' : 'bad'}
      live="alert"
      action={
        fault.kind !== 'refused' && (
          <Button variant="ink" size="s" icon={RotateCw} onPress={retry}>
            {t('pay.retry')}
          </Button>
        )
      }
    >
      {fault.text}
    </Banner>
  );
}
