import type { PaddockEvent } from '@paddock/contract/calls/events';
import { eventOverAt } from '@paddock/contract/core/event-times';
import { useCountdown } from '@paddock/mfe-kit/countdown';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { EventTag } from '@paddock/ui/event';
import { Countdown } from '@paddock/ui/event-cover';
import { FeaturedEvent as Card } from '@paddock/ui/home';
import { Joined } from '@paddock/ui/joined';
import { useEffect, useRef } from 'react';
import { useHasCome } from './event-times';

interface FeaturedEventProps {
  event: PaddockEvent;
  href: string;
  /** The event is over: the service may feature another one. */
  onOver: () => void;
}

/** The featured event, in its own time zone. */
export function FeaturedEvent({ event, href, onOver }: FeaturedEventProps) {
  const t = useText();
  const format = useFormat();
  const when = useSpan(event);
  const start = Date.parse(event.when);
  const left = useCountdown(start);
  const over = useHasCome(eventOverAt(event));
  const reported = useRef(false);
  useEffect(() => {
    if (!over || reported.current) return;
    reported.current = true;
    onOver();
  }, [over, onOver]);
  const { id, title, where, time_zone, color, image_urls, attendees_count: going = 0 } = event;
  // The event's time zone differs from the reader's.
  const elsewhere = !event.all_day && format.time(event.when, time_zone) !== format.time(event.when);
  const about = [
    where,
    elsewhere && t('home.your_time', { time: format.time(event.when) }),
    going > 0 && t('home.going', { count: going }),
  ];
  return (
    <Card
      href={href}
      label={t('home.featured')}
      id={id}
      title={title}
      when={when}
      place={about.some(Boolean) && <Joined parts={about} />}
      image={image_urls[0]}
      tone={color}
      timing={
        left ? (
          <Countdown label={t('home.starts_in')} amounts={left} />
        ) : over ? undefined : (
          <span>
            <EventTag kind="now">{t('home.now')}</EventTag>
          </span>
        )
      }
    />
  );
}

function useSpan({ when, end, all_day, time_zone }: PaddockEvent): string {
  const t = useText();
  const format = useFormat();
  const day = format.day(when, time_zone);
  if (all_day) {
    const endDay = format.day(end ?? when, time_zone);
    return endDay === day ? t('home.all_day', { day }) : t('home.all_days', { day, endDay });
  }
  const start = format.time(when, time_zone);
  if (end === undefined) return t('home.day_and_time', { day, start });
  const endDay = format.day(end, time_zone);
  const values = { day, start, end: format.time(end, time_zone) };
  return endDay === day ? t('home.span', values) : t('home.span_of_days', { ...values, endDay });
}
