import type { Boot } from '@paddock/contract/boot';
import { ErrorState } from '@paddock/ui/state';
import type { Texts } from '@paddock/mfe-kit/texts';
import { useState } from 'react';

/** What stands while the very first call does not succeed. */
export function BootFailed(props: { i18n: Texts; read: () => Promise<Boot>; onRead: (boot: Boot) => void }) {
  const t = props.i18n.getFixedT(null, 'shell');
  const [pending, setPending] = useState(false);
  const retry = () => {
    setPending(true);
    props.read().then(props.onRead, () => setPending(false));
  };
  return (
    <ErrorState
      level={2}
      title={t('boot.title')}
      code="INTERNET_DISCONNECTED"
      retryLabel={t('retry')}
      onRetry={retry}
      pending={pending}
    />
  );
}
