import { useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { Suspense } from 'react';
import type { Posting, Unsent } from '../composing/use-posting';

const RefusedPostActions = lazyPart(
  () => import('./refused-post-actions'),
  'RefusedPostActions',
  () => import('./closed-texts'),
);

interface RefusedActionsProps {
  item: Unsent;
  posting: Pick<Posting, 'retry' | 'edit' | 'discard'>;
  /** The conversation has no composer for the member. */
  readOnly: boolean;
  className?: string;
}

/** The buttons of a refused post. */
export function RefusedActions({ readOnly, ...props }: RefusedActionsProps) {
  const t = useText();
  if (readOnly)
    return (
      <Suspense>
        <RefusedPostActions {...props} />
      </Suspense>
    );
  const { item, posting, className } = props;
  return (
    <>
      <button type="button" className={className} onClick={() => posting.edit(item.client_id)}>
        {t('edit')}
      </button>
      <button type="button" className={className} onClick={() => posting.retry(item.client_id)}>
        {t('send_again')}
      </button>
    </>
  );
}
