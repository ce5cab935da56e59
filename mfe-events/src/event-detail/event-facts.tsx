import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { PersonAvatar } from '@paddock/ui/avatar';
import { FactRow, Facts } from '@paddock/ui/event';
import { Clock, LockKeyhole, MapPin, RefreshCw, UserRound } from 'lucide-react';
import { useEventSpan } from './use-event-span';

/** When, where and by whom; and whether the event is closed to others or imported. */
export function EventFacts({ event, now }: { event: PaddockEvent; now: number }) {
  const t = useText();
  const span = useEventSpan(event, now);
  const { geo, where, organizer, organizer_name, invitation_only, synced } = event;
  const profileHref = useHref('people.profile', { uid: organizer?.id ?? '' }) ?? undefined;
  return (
    <Facts>
      <FactRow icon={Clock} title={span.title} sub={span.sub} />
      {where && (
        <FactRow
          icon={MapPin}
          title={where}
          sub={
            <a className="link" href={mapOf(where, geo)} target="_blank" rel="noreferrer">
              {t('detail.open_map')}
            </a>
          }
        />
      )}
      {organizer ? (
        <FactRow
          start={<PersonAvatar id={organizer.id} name={organizer.fullname} src={organizer.profile_image} size="s" />}
          title={organizer.fullname}
          sub={t('detail.organised_by')}
          subFirst
          {...(profileHref && { href: profileHref })}
        />
      ) : (
        organizer_name && <FactRow icon={UserRound} title={organizer_name} sub={t('detail.organised_by')} subFirst />
      )}
      {invitation_only && <FactRow icon={LockKeyhole} title={t('detail.invitation_only')} />}
      {synced && <FactRow icon={RefreshCw} title={t('detail.synced')} />}
    </Facts>
  );
}

/** A map at the coordinates, or a search for the venue without them. */
function mapOf(where: string, geo: PaddockEvent['geo']): string {
  if (!geo) return `https://www.openstreetmap.org/search?query=${encodeURIComponent(where)}`;
  const [lon, lat] = geo;
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=14/${lat}/${lon}`;
}
