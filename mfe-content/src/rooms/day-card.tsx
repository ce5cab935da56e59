import { type Booking, maxDaysAhead } from '@paddock/contract/calls/bookings';
import type { readRoom, Room } from '@paddock/contract/calls/rooms';
import { dateAfter } from '@paddock/contract/core/time-zones';
import { localeOf } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import type { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { zoneName } from '@paddock/mfe-kit/zones';
import { Banner } from '@paddock/ui/banner';
import { Button, IconButton } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { SlotLegend, SlotPicker } from '@paddock/ui/slot-picker';
import { Skeleton } from '@paddock/ui/state';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { BookingSheet } from './booking-sheet';
import type { DaySlot } from './day-slots';
import { useDayTexts } from './day-text';
import styles from './room-detail.module.css';
import { isElsewhere } from './room-times';
import { SeriesDialog } from './series-dialog';
import { useShownSlots } from './use-shown-slots';

interface DayCardProps {
  room: Room;
  answer: ReturnType<typeof useCallQuery<typeof readRoom>>;
  /** Undefined while the day loads. */
  days: readonly DaySlot[] | undefined;
  now: number;
  moving: Booking | undefined;
  onDay: (day: string) => void;
  onPress: (from: string) => void;
  /** Begins or ends the choice of another time for a booking. */
  onMove: (booking: Booking | undefined) => void;
}

/** The day with its slots. It does not go before today (specification B §4). */
export function DayCard({ room, answer, days, now, moving, onDay, onPress, onMove }: DayCardProps) {
  const t = useText();
  const dayTexts = useDayTexts();
  const [asked, setAsked] = useState<string>();
  const [ending, setEnding] = useState<Booking>();
  const { data } = answer;
  const users = data?.users ?? [];
  const slots = useShownSlots({ room, users, days: days ?? [] });
  const booking = data?.room.bookings.find(({ id }) => id === asked);
  const userOf = (of: Booking) => users.find(({ id }) => id === of.user);
  const day = data && dayTexts.long(data.day, data.today);
  const [last] = data ? [dateAfter(data.today, maxDaysAhead)] : [];
  return (
    <Card pad label={t('room.times')} className="stack gap-3">
      {moving && (
        <Banner
          kind="info"
          action={
            <Button size="s" onPress={() => onMove(undefined)}>
              {t('room.cancel')}
            </Button>
          }
        >
          {t('room.moving')}
        </Banner>
      )}
      <div className={styles.day}>
        <IconButton
          icon={ChevronLeft}
          flip
          label={t('room.day_before')}
          disabled={!data || data.day <= data.today}
          onPress={() => data && onDay(dateAfter(data.day, -1))}
        />
        <h3 className="heading" aria-live="polite">
          {day}
        </h3>
        <IconButton
          icon={ChevronRight}
          flip
          label={t('room.day_after')}
          disabled={!data || data.day >= last!}
          onPress={() => data && onDay(dateAfter(data.day, 1))}
        />
      </div>
      <ZoneNote room={room} at={days?.[0]?.from ?? now} />
      {days ? (
        <SlotPicker
          label={day!}
          slots={slots}
          onToggle={onPress}
          onOwn={(from) => setAsked(days.find((slot) => slot.from === from)?.booking?.id)}
        />
      ) : answer.isError ? (
        <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton shape="slots" count={8} label={t('loading')} />
      )}
      {!(answer.isError && !days) && <Legend days={days} />}
      {booking && (
        <BookingSheet
          room={room}
          booking={booking}
          user={userOf(booking)}
          onClose={() => setAsked(undefined)}
          onMove={() => onMove(booking)}
          onCancelSeries={() => setEnding(booking)}
        />
      )}
      {ending && <SeriesDialog booking={ending} user={userOf(ending)} onClose={() => setEnding(undefined)} />}
    </Card>
  );
}

/** The room's time zone, for a member in another one. */
function ZoneNote({ room, at }: { room: Room; at: string | number }) {
  const t = useText();
  const locale = localeOf(useSession().language);
  if (!isElsewhere(at, room.time_zone)) return null;
  const zone = zoneName(room.time_zone, { locale, at, style: 'longGeneric' });
  return <p className="label text-secondary">{t('room.zone', { zone })}</p>;
}

/** The states that every day has, and the rarer ones that this day shows. */
function Legend({ days }: { days: readonly DaySlot[] | undefined }) {
  const t = useText();
  const isPending = days?.some(({ booking, state }) => booking?.state === 'pending' && state !== 'past-booked');
  const isHeld = days?.some(({ state }) => state === 'held');
  return (
    <SlotLegend
      items={[
        { state: 'free', label: t('room.legend.free') },
        { state: 'new', label: t('room.legend.new') },
        { state: 'own', label: t('room.legend.own') },
        { state: 'booked', label: t('room.legend.booked') },
        ...(isPending ? [{ state: 'pending' as const, label: t('room.legend.pending') }] : []),
        ...(isHeld ? [{ state: 'held' as const, label: t('room.legend.held') }] : []),
        { state: 'past', label: t('room.legend.past') },
      ]}
    />
  );
}
