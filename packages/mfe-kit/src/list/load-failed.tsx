import { Empty, ErrorState } from '@paddock/ui/state';
import type { ApiError } from '../kit/api-error';
import { useErrorText, useTextsOf } from '../i18n/i18n';
import { useBack } from '../navigation/navigation';

interface LoadFailedProps {
  error: ApiError;
  /** A retry is running. */
  pending: boolean;
  onRetry: () => void;
  /** Shows the server's message, else 'Undefined' (B §8, Home), and no code. */
  isPlain?: boolean;
}

/** Errors that a retry cannot change. */
const isFinal = (code: string) => code === 'FORBIDDEN' || code === 'FEATURE_DISABLED';

/**
 * Shown in place of failed content: the reason if known, the code, and Retry. Content that is missing or hidden from this member
 * (`GROUP_NOT_FOUND` …) shows the specification's sentence without Retry (A §8). A final error offers Back instead.
 */
export function LoadFailed({ error, pending, onRetry, isPlain = false }: LoadFailedProps) {
  const t = useTextsOf('kit');
  const errorText = useErrorText();
  const back = useBack();
  if (/(^|_)NOT_FOUND$/.test(error.code)) return <Empty title={t('list.gone')} />;
  return (
    <ErrorState
      title={
        error.code === 'NOT_FETCHED' && error.message === ''
          ? t(isPlain ? 'errors.undefined' : 'list.not_loaded')
          : errorText(error)
      }
      {...(!isPlain && { code: error.code })}
      {...(isFinal(error.code)
        ? { backLabel: t('list.back'), onBack: back }
        : { retryLabel: t('list.retry'), onRetry, pending })}
    />
  );
}
