import type { Boot } from '@paddock/contract/calls/boot';
import { whyUnreachable } from '@paddock/mfe-kit/api-error';
import { ErrorState } from '@paddock/ui/state';
import type { Texts } from '@paddock/mfe-kit/kit-context';
import { useState } from 'react';

/** Shown while the first call fails. */
export function BootFailed(props: { i18n: Texts; read: () => Promise<Boot>; onRead: (boot: Boot) => void }) {
  const t = props.i18n.getFixedT(null, 'shell');
  const [pending, setPending] = useState(false);
  const retry = () => {
    setPending(true);
    props.read().then(props.onRead, () => setPending(false));
  };
  const code = whyUnreachable();
  return (
    <ErrorState
      level={2}
      title={t(`boot.${code}`)}
      code={code}
      retryLabel={t('retry')}
      onRetry={retry}
      pending={pending}
    />
  );
}
