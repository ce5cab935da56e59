import type { ApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { ErrorState } from '@paddock/ui/state';

/** Codes that say that what was asked for is not there, or not for this member. */
const gone = ['SHOUT_NOT_FOUND', 'GROUP_NOT_FOUND', 'USER_NOT_FOUND'];

/** A load that failed, with Retry; for something that is not there the specification's sentence. */
export function LoadFailed({ error, pending, onRetry }: { error: ApiError; pending: boolean; onRetry: () => void }) {
  const t = useText();
  const errorText = useErrorText();
  if (gone.includes(error.code)) return <ErrorState title={t('gone')} />;
  return (
    <ErrorState
      title={errorText(error)}
      code={error.code}
      retryLabel={t('retry')}
      onRetry={onRetry}
      pending={pending}
    />
  );
}
