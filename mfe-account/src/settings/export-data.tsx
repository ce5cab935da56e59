import { exportAccount } from '@paddock/contract/calls/account-data';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { Button, LinkButton } from '@paddock/ui/button';
import { Download, PackageOpen } from 'lucide-react';
import { useKeptFocus } from '../use-kept-focus';

/** Exports all data about the member as an archive, available for ten minutes. */
export function ExportData() {
  const t = useText();
  const errorText = useErrorText();
  const make = useCallMutation(exportAccount);
  const part = useKeptFocus();
  return (
    <div className="stack gap-3">
      <p className="text-secondary">{t('export.text')}</p>
      <div ref={part} className="inline">
        {make.data ? (
          <LinkButton href={make.data.url} download icon={Download} variant="primary">
            {t('export.save')}
          </LinkButton>
        ) : (
          <Button icon={PackageOpen} pending={make.isPending} onPress={() => make.mutate({})}>
            {t('export.make')}
          </Button>
        )}
      </div>
      <p role="status" className={make.error ? 'label danger' : 'label text-tertiary'}>
        {make.error ? errorText(make.error) : make.data ? t('export.ready') : ''}
      </p>
    </div>
  );
}
