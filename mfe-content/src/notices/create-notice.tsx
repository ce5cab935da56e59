import { createSponsor } from '@paddock/contract/calls/notice-writing';
import { readSponsors } from '@paddock/contract/calls/notices';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ErrorState } from '@paddock/ui/state';
import { useGroupChoices } from '../forms/use-group-choices';
import { useBoard } from './addresses';
import { FormFrame } from './form-frame';
import { createNoticeForm } from './notice-forms';
import { inputOf, throwFormError } from './notice-input';

/** Creates a notice; for workplace admins. */
export function CreateNotice({ params }: ScreenProps<'namespace'>) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const { isAdmin } = useSession();
  const board = useBoard(params.namespace);
  const groups = useGroupChoices({ enabled: isAdmin, unnamed: t('form.other_group') });
  const create = useCallMutation(createSponsor, { invalidates: [readSponsors] });
  const { namespace, labels, address } = board;
  return (
    <FormFrame title={labels['add'] ?? t('notices.add')} parent={address}>
      {isAdmin ? (
        <DataForm
          form={createNoticeForm}
          hasColumns
          context={{ board, groups, isOwner: false }}
          onSubmit={async (input, client_id) => {
            await create.mutateAsync({ ...inputOf(input), namespace, client_id }).catch(throwFormError);
            toast('form.created');
            navigate(address, { replace: true });
          }}
        />
      ) : (
        <ErrorState title={t('form.forbidden')} />
      )}
    </FormFrame>
  );
}
