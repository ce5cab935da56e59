import { readEvents } from '@paddock/contract/events';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { IconButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll, Split, Toolbar } from '@paddock/ui/pane';
import { Segmented } from '@paddock/ui/segmented';
import { Empty, ErrorState, Skeleton } from '@paddock/ui/state';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { EventDetail } from '../event-detail/event-detail';
import { useMinute } from '../use-minute';
import { daysOf, firstDayLeft, halfOf } from './days';
import { EventDays } from './event-days';
import { useStartAt } from './use-start-at';

/** The calendar as a list, beside the chosen event where there is room (specification B §2). */
export function EventList({ params }: ScreenProps<'id'>) {
  const t = useText();
  const errorText = useErrorText();
  const { separate_past } = useSession().flags.events_tab;
  const [half, setHalf] = useState<'past' | 'coming'>('coming');
  const now = useMinute();
  const answer = useCallQuery(readEvents, {});
  const events = answer.data?.events ?? [];
  const days = separate_past ? halfOf(events, half, now) : daysOf(events);
  const today = separate_past ? undefined : firstDayLeft(days, now);
  const chosen = events.find(({ id }) => id === params.id);
  const { ref, go } = useStartAt({ day: today, ready: answer.isSuccess });

  return (
    <Split show={params.id === undefined ? 'list' : 'detail'}>
      <Pane part="list" label={t('title')}>
        <ScreenHeader
          title={t('title')}
          actions={today && <IconButton icon={CalendarCheck} label={t('to_today')} onPress={() => go(today)} />}
        />
        {separate_past && (
          <Toolbar>
            <Segmented
              label={t('which')}
              options={[
                { id: 'past', label: t('past') },
                { id: 'coming', label: t('coming') },
              ]}
              value={half}
              onChange={setHalf}
            />
          </Toolbar>
        )}
        <Scroll ref={ref}>
          {answer.isPending && <Skeleton shape="event" count={8} label={t('loading')} />}
          {answer.isError && !answer.data && (
            <ErrorState
              title={errorText(answer.error)}
              code={answer.error.code}
              retryLabel={t('retry')}
              onRetry={() => void answer.refetch()}
              pending={answer.isFetching}
            />
          )}
          {answer.data && days.length === 0 && <Empty title={t('empty')} />}
          <EventDays days={days} now={now} current={params.id} />
        </Scroll>
      </Pane>
      {params.id === undefined ? (
        <Pane part="detail" label={t('detail.title')}>
          <Empty text={t('none_chosen')} />
        </Pane>
      ) : (
        <EventDetail key={params.id} id={params.id} known={chosen} />
      )}
    </Split>
  );
}
