import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { UserCard } from '@paddock/contract/calls/users';
import { contactHref } from '@paddock/contract/core/text-links';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { useHref } from '@paddock/mfe-kit/navigation';
import { PersonAvatar } from '@paddock/ui/avatar';
import { FactRow, Facts } from '@paddock/ui/event';
import { CircleHelp, Clock, ClockAlert, Link2, LockKeyhole, MapPin, RefreshCw, UserRound, Video } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { minutesMoved, signed, wallDate } from '../event-times';
import { useEventSpan } from './use-event-span';

const RecurrenceFact = lazyPart(
  () => import('../event-form/recurrence/recurrence-fact'),
  'RecurrenceFact',
  () => import('../event-form/texts'),
);

interface EventFactsProps {
  event: PaddockEvent;
  now: number;
  rule?: string | undefined;
  /** Another member who is asked to organise it. */
  asked?: UserCard | undefined;
}

/** When, where and by whom; and whether the event is closed to others or imported. */
export function EventFacts({ event, now, rule, asked }: EventFactsProps) {
  const t = useText();
  const format = useFormat();
  const span = useEventSpan(event, now);
  const moved = minutesMoved(event);
  const { geo, where, organizer, organizer_name, invitation_only, synced, url, conference_url, tentative } = event;
  const { registration_url } = event;
  const profileHref = useHref('people.profile', { uid: organizer?.id ?? '' }) ?? undefined;
  const map = <Address url={mapOf(where, geo)}>{t('detail.open_map')}</Address>;
  return (
    <Facts>
      <FactRow icon={Clock} title={span.title} sub={span.sub} />
      {moved && event.shifted_from && (
        <FactRow
          icon={ClockAlert}
          title={t('moved.by', { minutes: signed(format, moved) })}
          sub={
            <s>
              <span className="sr-only">{t('moved.was')} </span>
              {wallDate(event.when, event.time_zone) !== wallDate(event.shifted_from, event.time_zone) &&
                `${format.day(event.shifted_from, event.time_zone)}, `}
              {format.time(event.shifted_from, event.time_zone)}
            </s>
          }
        />
      )}
      {rule !== undefined && (
        <Suspense>
          <RecurrenceFact event={event} rule={rule} />
        </Suspense>
      )}
      {(where || geo) && <FactRow icon={MapPin} title={where || map} sub={where ? map : undefined} />}
      {conference_url && (
        <FactRow icon={Video} title={<Address url={conference_url}>{t('detail.join_call')}</Address>} />
      )}
      {registration_url && (
        <FactRow icon={Link2} title={<Address url={registration_url}>{t('detail.registration')}</Address>} />
      )}
      {url && <FactRow icon={Link2} title={<Address url={url}>{t('detail.event_page')}</Address>} />}
      {tentative && <FactRow icon={CircleHelp} title={t('detail.tentative')} />}
      {organizer ? (
        <FactRow
          start={<PersonAvatar id={organizer.id} name={organizer.fullname} src={organizer.profile_image} size="xs" />}
          title={organizer.fullname}
          sub={t('detail.organised_by')}
          subFirst
          {...(profileHref && { href: profileHref })}
        />
      ) : (
        organizer_name && <FactRow icon={UserRound} title={organizer_name} sub={t('detail.organised_by')} subFirst />
      )}
      {asked && <FactRow icon={UserRound} title={t('detail.asked', { name: asked.fullname })} />}
      {invitation_only && <FactRow icon={LockKeyhole} title={t('detail.invitation_only')} />}
      {synced && <FactRow icon={RefreshCw} title={t('detail.synced')} />}
    </Facts>
  );
}

function Address({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a className="link" href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** A map at the coordinates, or a search for the venue without them. */
function mapOf(where: string, geo: PaddockEvent['geo']): string {
  if (!geo) return contactHref('map', where);
  const [lon, lat] = geo;
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=14/${lat}/${lon}`;
}
