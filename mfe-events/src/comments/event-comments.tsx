import { readSubjectComments } from '@paddock/contract/calls/comments';
import { readEvent } from '@paddock/contract/calls/events';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart, useBack } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { Slot } from '@paddock/mfe-kit/slots';
import { useMemo } from 'react';
import { useLiveEvents } from '../live/use-show-event';

/** All comments on an event (specification B §2), by mfe-shouts. */
export function EventComments({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const onBack = useBack(`/main/events/${encodeURIComponent(id)}`);
  const [linked] = useAddressPart('comment');
  const cache = useCallCache();
  const event = useCallQuery(readEvent, { id }, { live: true }).data?.event;
  useLiveEvents();
  // Its comments left with it.
  useRealtime('deleting_event', (gone) => {
    if (gone.id === id) void cache.refresh(readSubjectComments, { kind: 'event', id });
  });
  const title = event?.title ?? t('detail.title');
  const props = useMemo(
    () => ({ kind: 'event', id, view: 'page' as const, title, linked, onBack }),
    [id, title, linked, onBack],
  );
  return <Slot name="shouts.comments" props={props} />;
}
