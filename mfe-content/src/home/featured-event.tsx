import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { EventTag } from '@paddock/ui/event';
import { FeaturedEvent as Card } from '@paddock/ui/home';
import { useEffect, useRef, useState } from 'react';

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
  const running = useHasCome(Date.parse(event.when));
  const over = useHasCome(overAt(event));
  const reported = useRef(false);
  useEffect(() => {
    if (!over || reported.current) return;
    reported.current = true;
    onOver();
  }, [over, onOver]);
  const { title, where, time_zone, color, image_urls } = event;
  // The event's time zone differs from the reader's.
  const elsewhere = event.end !== event.when && format.time(event.when, time_zone) !== format.time(event.when);
  const own = elsewhere ? t('home.your_time', { time: format.time(event.when) }) : '';
  return (
    <Card
      href={href}
      label={t('home.featured')}
      title={title}
      when={when}
      place={where && own ? t('home.place_and_time', { place: where, time: own }) : where || own}
      image={image_urls[0]}
      tone={color}
      tag={running && <EventTag kind="now">{t('home.now')}</EventTag>}
    />
  );
}

function useSpan({ when, end, time_zone }: PaddockEvent): string {
  const t = useText();
  const format = useFormat();
  const day = format.day(when, time_zone);
  if (end === when) return t('home.all_day', { day });
  const start = format.time(when, time_zone);
  if (end === undefined) return t('home.day_and_time', { day, start });
  const endDay = format.day(end, time_zone);
  const values = { day, start, end: format.time(end, time_zone) };
  return endDay === day ? t('home.span', values) : t('home.span_of_days', { ...values, endDay });
}

const hour = 3_600_000;
/** The longest delay of a timer, in ms. */
const MOST = 2 ** 31 - 1;

/** Becomes true at an instant. */
function useHasCome(instant: number): boolean {
  const [now, setNow] = useState(Date.now);
  const left = instant - now;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, MOST));
    return () => clearTimeout(timer);
  }, [left]);
  return left <= 0;
}

/** The instant at which the event is over: its end, an hour after its start, or the end of a whole day (specification B §9). */
function overAt({ when, end }: PaddockEvent): number {
  if (end !== undefined && end !== when) return Date.parse(end);
  return Date.parse(when) + (end === undefined ? 1 : 24) * hour;
}
