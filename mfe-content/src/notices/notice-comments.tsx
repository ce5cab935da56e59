import { readSubjectComments } from '@paddock/contract/calls/comments';
import { readSponsor } from '@paddock/contract/calls/notices';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart, useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { Slot } from '@paddock/mfe-kit/slots';
import { useMemo } from 'react';
import { addressOf } from './addresses';
import { useLiveNotices } from './use-live-notices';

/** All comments on a notice (specification B §2), by mfe-shouts. */
export function NoticeComments({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const onBack = useBack(addressOf(id));
  const [linked] = useAddressPart('comment');
  const cache = useCallCache();
  const notice = useCallQuery(readSponsor, { id }, { live: true }).data?.sponsor;
  useLiveNotices();
  useRealtime('deleting_sponsor', (gone) => {
    if (gone.id === id) void cache.refresh(readSubjectComments, { kind: 'sponsor', id });
  });
  const title = notice?.title ?? t('notices.title');
  const props = useMemo(
    () => ({ kind: 'sponsor', id, view: 'page' as const, title, linked, onBack }),
    [id, title, linked, onBack],
  );
  return <Slot name="shouts.comments" props={props} />;
}
