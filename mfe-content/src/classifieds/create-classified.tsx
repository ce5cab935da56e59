import { type Classified, createClassified } from '@paddock/contract/calls/classifieds';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { createClassifiedForm } from './classified-forms';
import { FormPage } from '../forms/form-page';
import { classifiedOf } from './reply-of';
import { showsAds } from './use-classifieds';

const list = '/main/classifieds';

/** Places an ad. */
export function CreateClassified() {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const { lifetime_default } = useSession().flags.classifieds_tab;
  const create = useCallMutation(createClassified, { invalidates: showsAds });
  return (
    <FormPage title={t('ad_form.new')} back={{ label: t('ad_form.back'), to: list }}>
      <DataForm
        form={createClassifiedForm}
        context={undefined}
        initial={{ lifetime: String(lifetime_default) }}
        onSubmit={async (input, client_id) => {
          const reply = await create.mutateAsync({ ...(input as object), client_id });
          const { id }: Classified = classifiedOf(reply, t('ad_form.unknown_error'));
          toast('ad_form.created');
          go(`${list}/${encodeURIComponent(id)}`, { replace: true });
        }}
      />
    </FormPage>
  );
}
