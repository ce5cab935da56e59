import { checkChange, fileChangeForm } from '@paddock/contract/calls/operations';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { Button } from '@paddock/ui/button';
import { Sheet } from '@paddock/ui/sheet';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import cards from '../../desk-cards.module.css';
import { OperationsCard } from '../operations-card';
import { ChangeVerdict } from './change-verdict';

const form = defineForm({
  id: 'file-change',
  schema: fileChangeForm,
  fields: (t, _session, name: string) => [
    { type: 'textarea', name: 'file', label: t('preview.file', { name }), help: t('preview.file_help') },
  ],
  submit: (t) => t('deployment.check'),
});

/** Checks a whole changed file, shows its change, and previews it. */
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
  const check = useCallMutation(checkChange);
  return (
    <Sheet open onClose={onClose} title={t('preview.open')} closeLabel={t('deployment.close')} size="l">
      <div className="stack gap-3">
        <DataForm form={form} context={file} onSubmit={(input) => check.mutateAsync(input)} />
        {check.data && <ChangeVerdict change={check.variables ?? {}} verdict={check.data} />}
      </div>
    </Sheet>
  );
}
