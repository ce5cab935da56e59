import { deleteDue, type Due, readDue, readDues, updateDue } from '@paddock/contract/calls/dues';
import type { CallReply } from '@paddock/contract/core/call';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormPage } from '../forms/form-page';
import { useGroupChoices } from '../forms/use-group-choices';
import { dueInput, dueFormValues, updateDueForm } from './due-forms';
import { showsDues } from './use-live-dues';

/** Changes a due; for workplace admins. Super admins delete it here. */
export function UpdateDue({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const answer = useCallQuery(readDue, { id });
  const due = answer.data?.due;
  return (
    <FormPage back={{ label: t('dues.back'), to: '/main/dues' }} title={t('due_form.edit')}>
      {answer.error?.status === 404 ? (
        <Empty title={t('dues.gone')} />
      ) : due?.can_edit === false ? (
        <ErrorState title={t('due_form.forbidden')} />
      ) : answer.data && due ? (
        <>
          <UpdateForm answer={answer.data} />
          {due.can_delete && <DeleteButton due={due} />}
        </>
      ) : answer.error ? (
        <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton shape="detail" count={1} label={t('loading')} />
      )}
    </FormPage>
  );
}

function UpdateForm({ answer }: { answer: CallReply<typeof readDue> }) {
  const t = useText();
  const toast = useToast();
  // A live update does not change what the admin is editing.
  const [{ due, groups: known, initial }] = useState(() => ({
    ...answer,
    initial: dueFormValues(answer.due, answer.users),
  }));
  const back = useBack('/main/dues');
  const groups = useGroupChoices({ ids: due.groups ?? [], known, unnamed: t('due_form.other_group') });
  const update = useCallMutation(updateDue, { invalidates: showsDues });
  const { totals } = answer.due;
  const isLocked = totals !== undefined && totals.paid_amount > 0;
  return (
    <DataForm
      form={updateDueForm}
      context={{ groups, isLocked }}
      initial={initial}
      record={due.id}
      onSubmit={async (given) => {
        const { amount, currency, ...rest } = dueInput(given);
        await update.mutateAsync({ ...rest, ...(!isLocked && { amount, currency }), id: due.id });
        toast('due_form.saved');
        back();
      }}
    />
  );
}

function DeleteButton({ due: { id, title } }: { due: Due }) {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const [open, setOpen] = useState(false);
  const remove = useCallMutation(deleteDue, {
    invalidates: [readDues],
    onError: toast.error,
    onSuccess() {
      toast('due_form.deleted');
      go('/main/dues', { replace: true });
    },
  });
  return (
    <>
      <Button icon={Trash2} variant="danger-outline" onPress={() => setOpen(true)}>
        {t('due_form.delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('due_form.delete_title', { title })}
        text={t('due_form.delete_text')}
        confirmLabel={t('due_form.delete')}
        cancelLabel={t('dues.cancel')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}
