import type { PaddockEvent } from '@paddock/contract/calls/events';
import { dayMs } from '@paddock/contract/core/durations';
import { localeOf } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { zoneName } from '@paddock/mfe-kit/zones';
import { EventRow, EventTag } from '@paddock/ui/event';
import { ActionSheet } from '@paddock/ui/sheet';
import { Tag } from '@paddock/ui/tag';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import {
  type Clock,
  isAllDay,
  isElsewhere,
  lastDateOf,
  minutesMoved,
  phaseOf,
  signed,
  wallDate,
  zoneOf,
} from '../event-times';
import { isOwnEvent } from '../is-own-event';

interface EventItemProps {
  event: PaddockEvent;
  now: number;
  clock?: Clock;
  current?: boolean;
  /** Replaces the location, e.g. by the day. */
  under?: string;
  /** The day under which the row is; default: that of the start. */
  day?: string;
}

/**
 * One event as a row; on the place's clock with its zone below the times when it differs from the member's. A long press on another
 * member's event offers to report it (specification B §6).
 */
export function EventItem({ event, now, clock = 'place', current, under = event.where, day }: EventItemProps) {
  const t = useText();
  const format = useFormat();
  const { language, flags, user } = useSession();
  const isReportable = useSlotAvailable('account.report');
  const [sheet, setSheet] = useState<'actions' | 'report'>();
  const close = () => setSheet(undefined);
  const { id, title, when, end, time_zone, color, reply, shifted_from } = event;
  const moved = minutesMoved(event);
  const phase = phaseOf(event, now);
  const allDay = isAllDay(event);
  const zone = zoneOf(event, clock);
  const firstDay = wallDate(when, zone);
  const shownDay = day ?? firstDay;
  const lastDay = (at: string) => t('until_day', { day: format.date(at, { zone }) });
  const endOf = (at: string) => {
    if (allDay) return lastDateOf(event) === firstDay ? undefined : lastDay(at);
    const isClear = Date.parse(at) - Date.parse(when) < dayMs || wallDate(at, zone) === shownDay;
    return isClear ? format.time(at, zone) : lastDay(at);
  };
  const canReport = isReportable && !isOwnEvent(event, user?.id);
  const isMarked = !allDay && clock === 'place' && isElsewhere(event);
  return (
    <>
      <EventRow
        href={`#/main/events/${encodeURIComponent(id)}`}
        start={allDay ? t('all_day') : shownDay === firstDay ? format.time(when, zone) : format.date(when, { zone })}
        former={
          shifted_from === undefined ? undefined : { time: format.time(shifted_from, zone), label: t('moved.was') }
        }
        note={moved && t('moved.by', { minutes: signed(format, moved) })}
        end={end === undefined ? undefined : endOf(end)}
        zone={isMarked ? zoneName(time_zone, { locale: localeOf(language), at: when, style: 'short' }) : undefined}
        newLabel={event.new ? t('new') : undefined}
        tone={color}
        title={title}
        place={under}
        tag={
          phase === 'now' ? (
            <EventTag kind="now">{t('now')}</EventTag>
          ) : event.tentative ? (
            <Tag>{t('tentative')}</Tag>
          ) : (
            flags.rsvp && reply === 'attending' && <EventTag kind="going">{t('reply.going')}</EventTag>
          )
        }
        past={phase === 'past'}
        current={current}
        onLongPress={canReport ? () => setSheet('actions') : undefined}
      />
      {sheet === 'actions' && (
        <ActionSheet
          open
          onClose={close}
          label={title}
          actions={[{ id: 'report', label: t('detail.report'), icon: Flag, onPress: () => setSheet('report') }]}
          cancelLabel={t('cancel')}
        />
      )}
      {sheet === 'report' && <Slot name="account.report" props={{ kind: 'event', id, onClose: close }} />}
    </>
  );
}
