import { type Due, exportPayments, remindDue } from '@paddock/contract/calls/dues';
import { payLabel } from '@paddock/contract/core/money';
import { saveText } from '@paddock/mfe-kit/download';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Progress } from '@paddock/ui/progress';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { BellRing, Download } from 'lucide-react';
import { useState } from 'react';
import styles from './dues.module.css';
import { showsDues } from './use-live-dues';

interface BoardSummaryProps {
  due: Due;
  totals: NonNullable<Due['totals']>;
}

/** The paid part of a due, with buttons that remind the members who still owe it and that save its payments. */
export function BoardSummary({ due: { id, currency, payable_until }, totals }: BoardSummaryProps) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const remind = useCallMutation(remindDue, {
    invalidates: showsDues,
    onError: toast.error,
    onSuccess({ reminded }) {
      setClientId(crypto.randomUUID());
      setAsking(false);
      toast('board.reminded', { count: reminded });
    },
  });
  const save = useCallMutation(exportPayments, {
    onError: toast.error,
    onSuccess: ({ name, csv }) => saveText(csv, name, 'text/csv'),
  });
  const { members, paid, processing, paid_amount, refunded_amount } = totals;
  const openCount = members - paid - processing;
  const label = t('board.paid_of', { paid: format.number(paid), members: format.number(members) });
  const parts = [
    t('board.received', { sum: payLabel(paid_amount, currency) }),
    ...(refunded_amount > 0 ? [t('board.refunded', { sum: payLabel(refunded_amount, currency) })] : []),
    ...(processing > 0 ? [t('board.processing', { count: processing })] : []),
    ...(payable_until === undefined ? [] : [t('dues.until', { day: format.day(payable_until, 'UTC', true) })]),
  ];
  return (
    <div className={styles.summary}>
      <div className={styles.progress}>
        <p className="strong tabular-nums">{label}</p>
        <Progress percent={members === 0 ? 0 : (100 * paid) / members} label={label} />
        <p className="label text-secondary">
          {parts.map((part) => (
            <span key={part} className={styles.part} dir="auto">
              {part}
            </span>
          ))}
        </p>
      </div>
      <Button icon={BellRing} disabled={openCount <= 0} onPress={() => setAsking(true)}>
        {t('board.remind_all')}
      </Button>
      <Button icon={Download} pending={save.isPending} onPress={() => save.mutate({ due: id })}>
        {t('board.export')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('board.remind_title', { count: openCount })}
        text={t('board.remind_text')}
        confirmLabel={t('board.remind')}
        cancelLabel={t('dues.cancel')}
        pending={remind.isPending}
        onConfirm={() => remind.mutate({ id, client_id: clientId })}
      />
    </div>
  );
}
