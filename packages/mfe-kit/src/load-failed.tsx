import { ErrorState } from '@paddock/ui/state';
import { useTranslation } from 'react-i18next';
import type { ApiError } from './api-error';
import { useErrorText } from './i18n';
import { useKit } from './kit-context';

interface LoadFailedProps {
  error: ApiError;
  /** The retry is under way. */
  pending: boolean;
  onRetry: () => void;
}

/**
 * In place of what could not be loaded: why, the code, and Retry. For what is not there, or not for this member
 * (`GROUP_NOT_FOUND` …), the specification's sentence, without Retry (A §8).
 */
export function LoadFailed({ error, pending, onRetry }: LoadFailedProps) {
  const { t } = useTranslation('kit', { i18n: useKit().i18n });
  const errorText = useErrorText();
  if (/_NOT_FOUND$/.test(error.code)) return <ErrorState title={t('list.gone')} />;
  return (
    <ErrorState
      title={errorText(error)}
      code={error.code}
      retryLabel={t('list.retry')}
      onRetry={onRetry}
      pending={pending}
    />
  );
}
