import { useText } from '@paddock/mfe-kit/i18n';
import { Icon } from '@paddock/ui/icon';
import { Spinner } from '@paddock/ui/spinner';
import { Clock } from 'lucide-react';
import type { Unsent } from '../composing/use-posting';

/** Beside something that the server has not confirmed: a spinner while it goes, a clock while there is no connection. */
export function UnsentStatus({ item }: { item: Unsent }) {
  const t = useText();
  return (
    <span className="inline three label">
      {item.status === 'sending' ? <Spinner size="s" /> : <Icon of={Clock} size="xs" />}
      {t(item.status === 'sending' ? 'sending' : 'waiting')}
    </span>
  );
}
