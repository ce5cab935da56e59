import type { PaddockEvent } from '@paddock/contract/calls/events';
import { localeOf } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Card } from '@paddock/ui/card';
import { Carousel } from '@paddock/ui/carousel';
import { DateTile, EventCover, EventHead, FactRow, Facts } from '@paddock/ui/event';
import { Column } from '@paddock/ui/pane';
import { SectionHead } from '@paddock/ui/row';
import { Clock, MapPin } from 'lucide-react';
import type { CSSProperties } from 'react';
import { EventItem } from '../event-list/event-item';
import { useMinute } from '../use-minute';
import { EventText } from './event-text';
import { useEventSpan } from './use-event-span';

/** The column has its own border already. */
const flush = { '--gutter': '0px' } as CSSProperties;

interface EventBodyProps {
  event: PaddockEvent;
  siblings: readonly PaddockEvent[];
}

export function EventBody({ event, siblings }: EventBodyProps) {
  const t = useText();
  const format = useFormat();
  const locale = localeOf(useSession().language);
  const now = useMinute();
  const span = useEventSpan(event, now);
  const { when, time_zone, geo, where, color, group, organizer, series } = event;
  const groupHref = useHref('shouts.conversation', { id: group?.id ?? '' }) ?? undefined;
  const profileHref = useHref('people.profile', { uid: organizer?.id ?? '' }) ?? undefined;
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: time_zone, ...options }).format(new Date(when));
  return (
    <>
      <Cover event={event} />
      <Column>
        <EventHead
          title={event.title}
          tile={<DateTile month={part({ month: 'short' })} day={part({ day: 'numeric' })} tone={color} />}
          group={
            group
              ? { name: group.title, tone: group.color, ...(groupHref && { href: groupHref }) }
              : series === undefined
                ? undefined
                : { name: series, tone: color }
          }
        />
        <Facts>
          <FactRow icon={Clock} title={span.title} sub={span.sub} />
          {where && <FactRow icon={MapPin} title={where} sub={geo && <MapLink geo={geo} />} />}
          {organizer && (
            <FactRow
              start={
                <PersonAvatar id={organizer.id} name={organizer.fullname} src={organizer.profile_image} size="s" />
              }
              title={organizer.fullname}
              sub={t('detail.organised_by')}
              subFirst
              {...(profileHref && { href: profileHref })}
            />
          )}
        </Facts>
        <EventText text={event.desc} />
      </Column>
      {siblings.length > 0 && (
        <Column>
          <div style={flush}>
            <SectionHead aside={format.number(siblings.length)}>{t('detail.weekend')}</SectionHead>
          </div>
          <Card>
            <ul>
              {siblings.map((sibling) => (
                <li key={sibling.id}>
                  <EventItem event={sibling} now={now} under={format.day(sibling.when, sibling.time_zone)} />
                </li>
              ))}
            </ul>
          </Card>
        </Column>
      )}
    </>
  );
}

/** The event's pictures; several form a carousel. */
function Cover({ event: { title, image_urls } }: { event: PaddockEvent }) {
  const t = useText();
  const [first] = image_urls;
  if (first === undefined) return null;
  if (image_urls.length === 1) return <EventCover src={first} />;
  const nameOf = (at: number) => t('detail.picture', { number: at + 1, of: image_urls.length });
  return (
    <EventCover>
      <Carousel
        label={t('detail.pictures', { title })}
        items={image_urls.map((src, at) => ({ src, alt: nameOf(at) }))}
        previousLabel={t('detail.picture_before')}
        nextLabel={t('detail.picture_after')}
        positionLabel={nameOf}
      />
    </EventCover>
  );
}

function MapLink({ geo: [lon, lat] }: { geo: [number, number] }) {
  const t = useText();
  const href = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=14/${lat}/${lon}`;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {t('detail.open_map')}
    </a>
  );
}
