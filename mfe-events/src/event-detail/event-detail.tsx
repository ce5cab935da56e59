import { type PaddockEvent, readEvent } from '@paddock/contract/calls/events';
import { useText } from '@paddock/mfe-kit/i18n';
import { useGoneItem } from '@paddock/mfe-kit/list';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { Column, Pane, ScreenHeader, Scroll, useScrolledPast } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { useRef } from 'react';
import { EventActions } from './event-actions';
import { EventBody } from './event-body';

/** Scroll position in pixels from which the header becomes a bar, with the cover nearly out of view. */
const pastCoverPx = 160;

interface EventDetailProps {
  id: string;
  /** The list's copy: shown at once while the event loads. */
  known?: PaddockEvent | undefined;
}

/** One event (specification B §2): time, place, people, description, and the other sessions of its weekend. */
export function EventDetail({ id, known }: EventDetailProps) {
  const t = useText();
  const back = useBack('/main/events');
  const answer = useCallQuery(readEvent, { id }, { live: true });
  const gone = answer.error?.status === 404;
  const event = gone ? undefined : (answer.data?.event ?? known);
  useGoneItem('/main/events', id, { isGone: gone, isRead: answer.isSuccess && answer.isFetchedAfterMount });
  const scroller = useRef<HTMLDivElement>(null);
  const past = useScrolledPast(scroller, pastCoverPx);
  return (
    <Pane part="detail" label={event?.title ?? t('detail.title')} surface="canvas">
      <ScreenHeader
        {...(event
          ? {
              overlay: true,
              solid: past,
              title: event.title,
              level: 2 as const,
              actions: <EventActions event={event} managesAll={answer.data?.manages_all !== false} />,
            }
          : { phoneOnly: true })}
        back={{ label: t('back'), onPress: back }}
      />
      <Scroll ref={scroller} surface="canvas">
        {event ? (
          <EventBody event={event} details={answer.data} />
        ) : gone ? (
          <Empty title={t('detail.gone')} />
        ) : answer.isError ? (
          <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
        ) : (
          <Column>
            <Skeleton shape="detail" count={1} label={t('loading')} />
          </Column>
        )}
      </Scroll>
    </Pane>
  );
}
