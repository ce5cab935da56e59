import { createDue, readDues } from '@paddock/contract/calls/dues';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ErrorState } from '@paddock/ui/state';
import { FormPage } from '../forms/form-page';
import { useGroupChoices } from '../forms/use-group-choices';
import { createDueForm, dueInput, newDue } from './due-forms';

/** Adds a due; for super admins. */
export function CreateDue() {
  const t = useText();
  const { user } = useSession();
  return (
    <FormPage back={{ label: t('dues.back'), to: '/main/dues' }} title={t('due_form.new')}>
      {user?.admin ? <CreateForm /> : <ErrorState title={t('due_form.forbidden')} />}
    </FormPage>
  );
}

function CreateForm() {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const { flags } = useSession();
  const groups = useGroupChoices({ unnamed: t('due_form.other_group') });
  const create = useCallMutation(createDue, { invalidates: [readDues] });
  return (
    <DataForm
      form={createDueForm}
      context={{ groups, isLocked: false }}
      initial={newDue(flags.dues_tab.currency)}
      onSubmit={async (given, client_id) => {
        await create.mutateAsync({ ...dueInput(given), client_id });
        toast('due_form.created');
        go('/main/dues', { replace: true });
      }}
    />
  );
}
