import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Empty } from '@paddock/ui/state';
import { useState } from 'react';
import { useSharing } from './use-closest';

/** Says what is missing and why it is asked for; the browser asks after the button is pressed. */
export function SharePosition({ onLetters }: { onLetters: () => void }) {
  const t = useText();
  const errorText = useErrorText();
  const { share, wasDenied } = useSharing();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const press = async () => {
    setPending(true);
    setError(undefined);
    await share().catch(setError);
    setPending(false);
  };
  return (
    <Empty
      title={t('closest.ask')}
      text={t(wasDenied ? 'closest.denied' : 'closest.why')}
      action={
        <span className="stack gap-2">
          {error !== undefined && (
            <Banner kind="bad" live="alert">
              {errorText(error)}
            </Banner>
          )}
          <Button variant="primary" pending={isPending} onPress={() => void press()}>
            {t('closest.share')}
          </Button>
          <Button onPress={onLetters}>{t('closest.letters')}</Button>
        </span>
      }
    />
  );
}
