import { type Due, type DueMember, markDuePaid, refundDue } from '@paddock/contract/calls/dues';
import type { UserCard } from '@paddock/contract/calls/users';
import { payLabel } from '@paddock/contract/core/money';
import { DataForm } from '@paddock/mfe-kit/form';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Sheet } from '@paddock/ui/sheet';
import { useState } from 'react';
import { markPaidForm, refundForm, refundInput } from './board-forms';
import { showsDues } from './use-live-dues';

export interface MemberAct {
  act: 'mark_paid' | 'refund';
  member: DueMember;
  user: UserCard;
}

interface BoardSheetsProps {
  due: Due;
  act: MemberAct;
  onClose: () => void;
}

/** The form of what an admin does with a member's payment. */
export function BoardSheets({ act, ...rest }: BoardSheetsProps) {
  return act.act === 'refund' ? <Refund act={act} {...rest} /> : <MarkPaid act={act} {...rest} />;
}

function MarkPaid({ due, act: { user }, onClose }: BoardSheetsProps) {
  const t = useText();
  const toast = useToast();
  const nameOf = useMemberName();
  const mark = useCallMutation(markDuePaid, { invalidates: showsDues });
  return (
    <Sheet open onClose={onClose} title={t('board.mark_paid')} closeLabel={t('dues.close')}>
      <p className="text-secondary">{t('board.mark_paid_text', { name: nameOf(user), sum: due.pay_label })}</p>
      <DataForm
        form={markPaidForm}
        record={`${due.id}.${user.id}`}
        onSubmit={async (input, client_id) => {
          await mark.mutateAsync({ ...input, id: due.id, user: user.id, client_id });
          toast('board.marked');
          onClose();
        }}
      />
    </Sheet>
  );
}

function Refund({ due, act: { user, member }, onClose }: BoardSheetsProps) {
  const t = useText();
  const toast = useToast();
  const nameOf = useMemberName();
  const refund = useCallMutation(refundDue, { invalidates: showsDues });
  const left = member.paid_amount - member.refunded_amount;
  const isByCard = member.method !== 'manual';
  const sum = payLabel(left, due.currency);
  const [form] = useState(() => refundForm(due.currency, left));
  return (
    <Sheet open onClose={onClose} title={t('board.refund')} closeLabel={t('dues.close')}>
      <p className="text-secondary">
        {t(isByCard ? 'board.refund_card' : 'board.refund_manual', { name: nameOf(user), sum })}
      </p>
      <DataForm
        form={form}
        record={`${due.id}.${user.id}`}
        onSubmit={async (input, client_id) => {
          await refund.mutateAsync({ ...refundInput(input, due.currency), id: due.id, user: user.id, client_id });
          toast('board.refund_done');
          onClose();
        }}
      />
    </Sheet>
  );
}
