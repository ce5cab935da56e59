import { Empty, ErrorState } from '@paddock/ui/state';
import type { ApiError } from './api-error';
import { useErrorText, useTextsOf } from './i18n';

interface LoadFailedProps {
  error: ApiError;
  /** The retry is under way. */
  pending: boolean;
  onRetry: () => void;
}

/**
 * In place of what could not be loaded: why, the code, and Retry; where nothing says why, the code alone does. For what is not there, or not for this member
 * (`GROUP_NOT_FOUND` …), the specification's sentence, without Retry (A §8).
 */
export function LoadFailed({ error, pending, onRetry }: LoadFailedProps) {
  const t = useTextsOf('kit');
  const errorText = useErrorText();
  if (/_NOT_FOUND$/.test(error.code)) return <Empty title={t('list.gone')} />;
  return (
    <ErrorState
      title={error.code === 'NOT_FETCHED' && error.message === '' ? t('list.not_loaded') : errorText(error)}
      code={error.code}
      retryLabel={t('list.retry')}
      onRetry={onRetry}
      pending={pending}
    />
  );
}
