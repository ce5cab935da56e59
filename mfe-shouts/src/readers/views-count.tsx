import { readViews } from '@paddock/contract/calls/shout-readers';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Action } from '@paddock/ui/shout-card';
import { Spinner } from '@paddock/ui/spinner';
import { Eye } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';

/** Milliseconds for which the count is shown (A §9). */
const shownMs = 60_000;

interface ViewsCountProps {
  /** Id of the shout. */
  id: string;
  onClose: () => void;
}

/** The views of a shout: loading, then the number, cleared after a minute (A §4). */
export function ViewsCount({ id, onClose }: ViewsCountProps) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const { data, error } = useCallQuery(readViews, { id }, { staleTime: 0 });
  const close = useEffectEvent(() => {
    if (error) toast.error(error);
    onClose();
  });
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (!isLoaded && !error) return;
    const timer = setTimeout(close, isLoaded ? shownMs : 0);
    return () => clearTimeout(timer);
  }, [isLoaded, error]);
  if (!data) return <Spinner size="s" label={t('views.loading')} />;
  return <Action icon={Eye} label={t('views.count', { count: data.views })} count={format.number(data.views)} push />;
}
