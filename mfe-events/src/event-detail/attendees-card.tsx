import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { UserCard } from '@paddock/contract/calls/users';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Card } from '@paddock/ui/card';
import type { CSSProperties } from 'react';
import styles from './attendees-card.module.css';

/** Rows of three avatars; the last place shows how many more there are (specification B §9). */
const rows = 3;
const maxShown = rows * 3 - 1;
/** Members with their name; the others are avatars alone. */
const maxNamed = 3;

interface AttendeesCardProps {
  event: PaddockEvent;
  /** The first attendees, the member first; absent where the member may not see them. */
  attendees: readonly UserCard[] | undefined;
}

/** The first members who attend, and a link to all replies. */
export function AttendeesCard({ event, attendees }: AttendeesCardProps) {
  const t = useText();
  const format = useFormat();
  const nameOf = useMemberName();
  const { id, capacity, attendees_count, waiting_count = 0, absentees_count = 0 } = event;
  if (attendees_count === undefined) return null;
  const shown = (attendees ?? []).slice(0, maxShown);
  const more = attendees_count - shown.length;
  const all = attendees_count + waiting_count + absentees_count;
  const remarks = [
    capacity !== undefined && t('attendees.places', { count: capacity }),
    absentees_count > 0 && t('attendees.absent_count', { count: absentees_count }),
    waiting_count > 0 && t('attendees.waiting_count', { count: waiting_count }),
  ].filter((remark) => remark !== false);
  return (
    <Card label={t('attendees.title')} pad className={styles.card}>
      <div className="inline wrap gap-2">
        <h2 className="strong">{t('attendees.attending')}</h2>
        <span className="tabular-nums strong">{format.number(attendees_count)}</span>
        {all > 0 && (
          <Link className="label link push" href={`/main/events/${encodeURIComponent(id)}/attendees`}>
            {t('attendees.all', { number: format.number(all) })}
          </Link>
        )}
      </div>
      {all > 0 && (
        <div className={styles.shares} aria-hidden="true">
          {attendees_count > 0 && <i className={styles.yes} style={{ '--w': attendees_count } as CSSProperties} />}
          {waiting_count > 0 && <i style={{ '--w': waiting_count } as CSSProperties} />}
          {absentees_count > 0 && <i className={styles.no} style={{ '--w': absentees_count } as CSSProperties} />}
        </div>
      )}
      {remarks.length > 0 && <p className="caption">{remarks.join(' · ')}</p>}
      {shown.slice(0, maxNamed).map((person) => (
        <div key={person.id} className={styles.person}>
          <Face person={person} />
          <span className="grow">
            <span className="label medium truncate" dir="auto">
              {nameOf(person)}
            </span>
            {person.company && (
              <span className="caption truncate" dir="auto">
                {person.company}
              </span>
            )}
          </span>
        </div>
      ))}
      {shown.length > maxNamed && (
        <div className={styles.pile}>
          {shown.slice(maxNamed).map((person) => (
            <Face key={person.id} person={person} alt={nameOf(person)} />
          ))}
          {more > 0 && (
            <span className="caption tabular-nums">{t('attendees.more', { number: format.number(more) })}</span>
          )}
        </div>
      )}
    </Card>
  );
}

function Face({ person: { id, fullname, profile_image }, alt }: { person: UserCard; alt?: string }) {
  return <PersonAvatar id={id} name={fullname} src={profile_image} size="s" {...(alt !== undefined && { alt })} />;
}
