import { ApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useFormat, useText } from '@paddock/mfe-kit/i18n';
import { Icon } from '@paddock/ui/icon';
import { Spinner } from '@paddock/ui/spinner';
import { CircleAlert, Clock } from 'lucide-react';
import type { Posting, Unsent } from '../composing/use-posting';
import { RefusedActions } from '../conversation/refused-actions';
import styles from './unsent-status.module.css';

interface UnsentStatusProps {
  item: Unsent;
  posting: Pick<Posting, 'retry' | 'edit' | 'discard'>;
  /** The page has no composer for the member. */
  readOnly?: boolean;
}

/** Status of an unsent item: a spinner while sending, a clock while offline, or the refusal with what can be done. */
export function UnsentStatus({ item, posting, readOnly = false }: UnsentStatusProps) {
  const { status, error, percent } = item;
  const t = useText();
  const { number } = useFormat();
  const errorText = useErrorText();
  if (status === 'failed' && error)
    return (
      <span className={`label ${styles.status}`} role="alert">
        <span className="inline danger">
          <Icon of={CircleAlert} size="xs" />
          {errorText(new ApiError(error.code, error.message, 400))}
        </span>
        <RefusedActions item={item} posting={posting} readOnly={readOnly} className={`link ${styles.action}`} />
      </span>
    );
  return (
    <span className={`text-tertiary label ${styles.status}`}>
      {status === 'sending' ? <Spinner size="s" /> : <Icon of={Clock} size="xs" />}
      {t(status === 'sending' ? 'sending' : 'waiting')}
      {percent !== undefined && <bdi>{number(percent)}%</bdi>}
    </span>
  );
}
