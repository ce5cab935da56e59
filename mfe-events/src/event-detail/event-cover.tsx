import type { PaddockEvent } from '@paddock/contract/calls/events';
import { eventOverAt } from '@paddock/contract/core/event-times';
import { useCountdown } from '@paddock/mfe-kit/countdown';
import { localeOf } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart, useHref } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Carousel } from '@paddock/ui/carousel';
import { DateTile, EventCover, EventHead } from '@paddock/ui/event';
import { Countdown, PlainCover } from '@paddock/ui/event-cover';
import { Column } from '@paddock/ui/pane';

/** The event's pictures with its title below; without pictures, a generated cover with the title on it. */
export function Cover({ event }: { event: PaddockEvent }) {
  const { id, color, image_urls } = event;
  if (image_urls.length === 0)
    return (
      <PlainCover id={id} tone={color}>
        <TimeLeft event={event} />
        <Head event={event} />
      </PlainCover>
    );
  return (
    <>
      <Pictures event={event} />
      <Column>
        <Head event={event} />
        <TimeLeft event={event} />
      </Column>
    </>
  );
}

function Pictures({ event: { title, image_urls } }: { event: PaddockEvent }) {
  const t = useText();
  const opens = useSlotAvailable('shouts.pictures');
  const [picture, setPicture] = useAddressPart('picture');
  if (image_urls.length === 1 && !opens) return <EventCover src={image_urls[0]} />;
  const [, index] = /^cover-(\d+)$/.exec(picture) ?? [];
  const label = t('detail.pictures', { title });
  const nameOf = (at: number) => t('detail.picture', { number: at + 1, of: image_urls.length });
  return (
    <EventCover>
      <Carousel
        label={label}
        items={image_urls.map((src, at) => ({ src, alt: opens ? '' : nameOf(at) }))}
        previousLabel={t('detail.picture_before')}
        nextLabel={t('detail.picture_after')}
        positionLabel={nameOf}
        {...(opens && { onOpen: (at) => setPicture(`cover-${at}`) })}
      />
      {index !== undefined && image_urls[Number(index)] !== undefined && (
        <Slot
          name="shouts.pictures"
          props={{ title: label, pictures: image_urls, start: Number(index), onClose: () => setPicture('') }}
        />
      )}
    </EventCover>
  );
}

function Head({ event: { title, when, time_zone, color, group, series } }: { event: PaddockEvent }) {
  const locale = localeOf(useSession().language);
  const groupHref = useHref('shouts.conversation', { id: group?.id ?? '' }) ?? undefined;
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: time_zone, ...options }).format(new Date(when));
  const shown = group
    ? { name: group.title, tone: group.color, ...(groupHref && { href: groupHref }) }
    : series !== undefined && { name: series, tone: color };
  return (
    <EventHead
      title={title}
      tile={<DateTile month={part({ month: 'short' })} day={part({ day: 'numeric' })} tone={color} />}
      {...(shown && { group: shown })}
    />
  );
}

/** The time until the event starts, while it runs until it ends; nothing afterwards. */
function TimeLeft({ event }: { event: PaddockEvent }) {
  const t = useText();
  const toStart = useCountdown(Date.parse(event.when));
  const toEnd = useCountdown(eventOverAt(event));
  const amounts = toStart ?? toEnd;
  return amounts ? <Countdown label={t(toStart ? 'detail.starts_in' : 'detail.ends_in')} amounts={amounts} /> : null;
}
