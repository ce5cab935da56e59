import { createLink, readLinks } from '@paddock/contract/calls/links';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ErrorState } from '@paddock/ui/state';
import { FormPage } from '../forms/form-page';
import { useLinkFormContext } from './use-link-form-context';
import { createLinkForm } from './link-forms';

/** Adds a link; for super admins. */
export function CreateLink() {
  const t = useText();
  const { user } = useSession();
  return (
    <FormPage back={{ label: t('links.back'), to: '/main/links' }} title={t('link_form.new')}>
      {user?.admin ? <CreateForm /> : <ErrorState title={t('link_form.forbidden')} />}
    </FormPage>
  );
}

function CreateForm() {
  const toast = useToast();
  const go = useNavigate();
  const context = useLinkFormContext();
  const create = useCallMutation(createLink, { invalidates: [readLinks] });
  return (
    <DataForm
      form={createLinkForm}
      context={context}
      onSubmit={async (input, client_id) => {
        await create.mutateAsync({ ...input, client_id });
        toast('link_form.created');
        go('/main/links', { replace: true });
      }}
    />
  );
}
