import { type PaddockEvent, readEvent } from '@paddock/contract/events';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty, Skeleton } from '@paddock/ui/state';
import { EventBody } from './event-body';

interface EventDetailProps {
  id: string;
  /** As the list has it: shown at once, while the event itself is read. */
  known?: PaddockEvent | undefined;
}

/** One event (specification B §2): when, where, who, what for, and the other sessions of its weekend. */
export function EventDetail({ id, known }: EventDetailProps) {
  const t = useText();
  const answer = useCallQuery(readEvent, { id });
  const gone = answer.error?.code === 'EVENT_NOT_FOUND';
  const event = gone ? undefined : (answer.data?.event ?? known);
  return (
    <Pane part="detail" label={event?.title ?? t('detail.title')} ground>
      <ScreenHeader phoneOnly back={{ label: t('back'), href: '#/main/events' }} />
      <Scroll ground>
        {event ? (
          <EventBody event={event} siblings={answer.data?.siblings ?? []} />
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
