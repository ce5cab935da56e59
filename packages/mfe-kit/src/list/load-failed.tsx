import { Empty, ErrorState } from '@paddock/ui/state';
import type { ApiError } from '../kit/api-error';
import { useErrorText, useTextsOf } from '../i18n/i18n';
import { useBack } from '../navigation/navigation';

interface LoadFailedProps {
  error: ApiError;
  /** The retry is under way. */
  pending: boolean;
  onRetry: () => void;
}

/** Refusals that a second attempt cannot change. */
const isFinal = (code: string) => code === 'FORBIDDEN' || code === 'FEATURE_DISABLED';

/**
 * In place of what could not be loaded: why, the code, and Retry; where nothing says why, the code alone does. For what is not there, or not for this member
 * (`GROUP_NOT_FOUND` …), the specification's sentence, without Retry (A §8). A final refusal offers the way back instead.
 */
export function LoadFailed({ error, pending, onRetry }: LoadFailedProps) {
  const t = useTextsOf('kit');
  const errorText = useErrorText();
  const back = useBack();
  if (/(^|_)NOT_FOUND$/.test(error.code)) return <Empty title={t('list.gone')} />;
  return (
    <ErrorState
      title={error.code === 'NOT_FETCHED' && error.message === '' ? t('list.not_loaded') : errorText(error)}
      code={error.code}
      {...(isFinal(error.code)
        ? { backLabel: t('list.back'), onBack: back }
        : { retryLabel: t('list.retry'), onRetry, pending })}
    />
  );
}
