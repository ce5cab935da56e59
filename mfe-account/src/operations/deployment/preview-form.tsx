import { previewForm, startPreview } from '@paddock/contract/calls/previews';
import type { CallInput } from '@paddock/contract/core/call';
import { previewRoles } from '@paddock/contract/core/preview';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallMutation } from '@paddock/mfe-kit/queries';

const form = defineForm({
  id: 'preview',
  schema: previewForm,
  fields: (t) => [
    {
      type: 'dropdown',
      name: 'role',
      label: t('preview.role'),
      options: previewRoles.map((id) => ({ id, label: t(`preview.roles.${id}`) })),
    },
  ],
  submit: (t) => t('preview.start'),
});

/** A changed file, or the flag that changes it. */
export type Change = Omit<CallInput<typeof startPreview>, 'role'>;

/** Previews a change that was checked. The window begins again at the start page, as the member that it previews. */
export function PreviewForm({ change }: { change: Change }) {
  const t = useText();
  const { navigation } = useKit();
  const { mutateAsync } = useCallMutation(startPreview);
  return (
    <section className="stack gap-2">
      <h3 className="label strong">{t('preview.title')}</h3>
      <p className="text-secondary">{t('preview.what')}</p>
      <DataForm
        form={form}
        record={change.path ?? 'file'}
        initial={{ role: 'member' }}
        onSubmit={async (input) => {
          await mutateAsync({ ...change, ...input });
          navigation.go('/', { replace: true });
          window.location.reload();
        }}
      />
    </section>
  );
}
