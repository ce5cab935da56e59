import { flagPreviewForm, previewForm, startPreview } from '@paddock/contract/calls/previews';
import type { CallInput } from '@paddock/contract/core/call';
import { previewRoles } from '@paddock/contract/core/preview';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { Button } from '@paddock/ui/button';
import { Sheet } from '@paddock/ui/sheet';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import cards from '../../desk-cards.module.css';
import { OperationsCard } from '../operations-card';

type Text = ReturnType<typeof useText>;

const roleField = (t: Text) =>
  ({
    type: 'dropdown',
    name: 'role',
    label: t('preview.role'),
    options: previewRoles.map((id) => ({ id, label: t(`preview.roles.${id}`) })),
  }) as const;

const flagForm = defineForm({
  id: 'flag-preview',
  schema: flagPreviewForm,
  fields: (t) => [roleField(t)],
  submit: (t) => t('preview.start'),
});

const fileForm = defineForm({
  id: 'file-preview',
  schema: previewForm,
  fields: (t, _session, name: string) => [
    { type: 'textarea', name: 'file', label: t('preview.file', { name }), help: t('preview.file_help') },
    roleField(t),
  ],
  submit: (t) => t('preview.start'),
});

const asMember = { role: 'member' };

/** Starts the preview; the window begins again at the start page, as the member that it previews. */
function useStart() {
  const { navigation } = useKit();
  const { mutateAsync } = useCallMutation(startPreview);
  return async (input: CallInput<typeof startPreview>) => {
    await mutateAsync(input);
    navigation.go('/', { replace: true });
    window.location.reload();
  };
}

/** Previews another value of a flag. */
export function FlagPreview({ path, value }: { path: string; value: string }) {
  const t = useText();
  const start = useStart();
  return (
    <section className="stack gap-2">
      <h3 className="label strong">{t('preview.title')}</h3>
      <p className="text-secondary">{t('preview.what')}</p>
      <DataForm
        form={flagForm}
        record={path}
        initial={asMember}
        onSubmit={(input) => start({ path, value, ...input })}
      />
    </section>
  );
}

/** Previews a whole changed file. */
export function FilePreviewCard({ file }: { file: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <OperationsCard title={t('preview.title')}>
      <div className={`${cards.empty} stack gap-3`}>
        <p className="text-secondary">{t('preview.what')}</p>
        <div>
          <Button icon={Eye} onPress={() => setOpen(true)}>
            {t('preview.open')}
          </Button>
        </div>
      </div>
      {isOpen && <FileSheet file={file} onClose={() => setOpen(false)} />}
    </OperationsCard>
  );
}

function FileSheet({ file, onClose }: { file: string; onClose: () => void }) {
  const t = useText();
  const start = useStart();
  return (
    <Sheet open onClose={onClose} title={t('preview.title')} closeLabel={t('deployment.close')} size="l">
      <DataForm form={fileForm} context={file} initial={asMember} onSubmit={start} />
    </Sheet>
  );
}
