import type { Booking } from '@paddock/contract/calls/bookings';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { Joined } from '@paddock/ui/joined';
import { toneOf } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { Icon } from '@paddock/ui/icon';
import { BookingRow } from '@paddock/ui/room';
import { SectionHead } from '@paddock/ui/row';
import { Tag } from '@paddock/ui/tag';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useDayTexts } from './day-text';
import { isElsewhere, wallDate } from './room-times';
import styles from './rooms-page.module.css';

/** Bookings that are shown before View more (specification B §9). */
const shownAtFirst = 3;

interface OwnBookingsProps {
  bookings: readonly Booking[];
  now: number;
}

/** 'Your bookings': those that end in the future, by start. */
export function OwnBookings({ bookings, now }: OwnBookingsProps) {
  const t = useText();
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  if (bookings.length === 0) return null;
  const shown = isOpen ? bookings : bookings.slice(0, shownAtFirst);
  return (
    <section aria-label={t('rooms.your_bookings')}>
      <SectionHead tight aside={number(bookings.length)}>
        {t('rooms.your_bookings')}
      </SectionHead>
      <ul>
        {shown.map((booking) => (
          <li key={booking.id}>
            <OwnBooking booking={booking} now={now} />
          </li>
        ))}
      </ul>
      {bookings.length > shownAtFirst && (
        <div className={styles.more}>
          <Button variant="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {t(isOpen ? 'rooms.view_less' : 'rooms.view_more')} <Icon of={isOpen ? ChevronUp : ChevronDown} size="s" />
          </Button>
        </div>
      )}
    </section>
  );
}

function OwnBooking({ booking, now }: { booking: Booking; now: number }) {
  const t = useText();
  const format = useFormat();
  const { short } = useDayTexts();
  const { room, room_title, time_zone: zone, from, to, state } = booking;
  const [start, end] = [format.time(from, zone), format.time(to, zone)];
  const ownSpan = t('rooms.span', { start: format.time(from), end: format.time(to) });
  const day = wallDate(from, zone);
  return (
    <BookingRow
      href={`#/main/rooms/${encodeURIComponent(room)}?day=${day}`}
      start={start}
      end={end}
      title={room_title}
      text={
        <Joined
          parts={[
            t('rooms.when', { day: short(day, wallDate(now, zone)), start, end }),
            isElsewhere(from, zone) && t('room.own_time', { span: ownSpan }),
          ]}
        />
      }
      tone={toneOf(room)}
      tag={
        state === 'pending' ? <Tag kind="warn">{t('rooms.pending')}</Tag> : <Tag kind="ok">{t('rooms.confirmed')}</Tag>
      }
    />
  );
}
