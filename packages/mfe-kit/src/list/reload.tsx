import { PullToReload } from '@paddock/ui/pull-to-reload';
import { toast } from '@paddock/ui/toast';
import { useState } from 'react';
import { useErrorText, useTextsOf } from '../i18n/i18n';

/** The part of a query that a reload needs. */
interface ReloadedQuery {
  data: unknown;
  refetch: () => Promise<{ data: unknown; error: unknown }>;
}

/** Pull to reload; shows a toast when nothing is new. */
export function Reload({ query }: { query: ReloadedQuery }) {
  const t = useTextsOf('kit');
  const errorText = useErrorText();
  const [pending, setPending] = useState(false);
  const reload = async () => {
    setPending(true);
    // Equal replies are the same object (structural sharing).
    const before = query.data;
    const { data, error } = await query.refetch();
    setPending(false);
    if (error) toast({ text: errorText(error), kind: 'bad' });
    else if (data === before) toast({ text: t('list.nothing_new') });
  };
  return (
    <PullToReload
      label={t('list.reload')}
      pendingLabel={t('list.loading')}
      pending={pending}
      onReload={() => void reload()}
    />
  );
}
