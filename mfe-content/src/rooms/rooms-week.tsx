import { readRoomsWeek, type Room } from '@paddock/contract/calls/rooms';
import { dateAfter } from '@paddock/contract/core/time-zones';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useMinute } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useAddressPart, useBack } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useWorkplaceZone } from '@paddock/mfe-kit/zones';
import { CalendarSteps } from '@paddock/ui/event-calendar';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty } from '@paddock/ui/state';
import { wallDate } from './room-times';
import styles from './rooms-week.module.css';
import { useLiveRooms } from './use-live-rooms';
import { WeekHead, WeekLegend, WeekRow } from './week-row';

const daysAWeek = 7;

/** All rooms of the workplace side by side, a bar of each day in which booked times are dark. A day leads to its slots. */
export function RoomsWeek() {
  const t = useText();
  const back = useBack('/main/rooms');
  const zone = useWorkplaceZone();
  const now = useMinute();
  const [part, setDay] = useAddressPart('day');
  const today = wallDate(serverNow(), zone);
  const day = /^\d{4}-\d\d-\d\d$/.test(part) ? part : today;
  const answer = useCallQuery(readRoomsWeek, { day }, { live: true });
  useLiveRooms(now);
  const days = Array.from({ length: daysAWeek }, (_, index) => dateAfter(day, index));
  const step = (by: -1 | 1) => {
    const next = dateAfter(day, by * daysAWeek);
    setDay(next <= today ? '' : next);
  };
  return (
    <Pane label={t('week.title')} surface="canvas" hidesTabBar>
      <ScreenHeader
        title={t('week.title')}
        back={{ label: t('rooms.back'), onPress: back, alwaysShown: true }}
        actions={<CalendarSteps previousLabel={t('week.before')} nextLabel={t('week.after')} onStep={step} />}
      />
      <WeekHead days={days} today={today} />
      <Scroll surface="canvas" className={styles.scroll ?? ''}>
        <List
          id={`week.${day}`}
          label={t('week.rooms')}
          query={answer}
          rows={answer.data?.rooms ?? []}
          rowKey={idOf}
          render={(room) => <WeekRow room={room} days={days} now={now} />}
          shape="row"
          divider="none"
          empty={<Empty title={t('rooms.empty')} />}
        />
        {answer.data && answer.data.rooms.length > 0 && <WeekLegend />}
      </Scroll>
    </Pane>
  );
}

const idOf = ({ id }: Room) => id;
