import type { PaddockEvent, readEvent } from '@paddock/contract/calls/events';
import { isPastEvent } from '@paddock/contract/core/event-times';
import type { CallReply } from '@paddock/contract/core/call';
import { FileRows } from '@paddock/mfe-kit/file-rows';
import { useMinute } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { useSession } from '@paddock/mfe-kit/session';
import { Card } from '@paddock/ui/card';
import { Column } from '@paddock/ui/pane';
import { EventCommentsPreview } from '../comments/event-comments-preview';
import { SectionHead } from '@paddock/ui/row';
import { type CSSProperties, lazy, Suspense } from 'react';
import { EventItem } from '../event-list/event-item';
import { AttendeesCard } from './attendees-card';
import styles from './event-body.module.css';
import { Cover } from './event-cover';
import { EventFacts } from './event-facts';
import { EventText } from './event-text';
import { Reply } from './reply';

const Rating = lazy(async () => ({ default: (await import('./rating')).Rating }));

const OrganizerRequest = lazyPart(
  () => import('../organizer/organizer-request'),
  'OrganizerRequest',
  () => import('../organizer/texts'),
);

/** The column has its own border already. */
const flush = { '--gutter': '0px' } as CSSProperties;

export type EventDetails = CallReply<typeof readEvent>;

interface EventBodyProps {
  event: PaddockEvent;
  /** The event's page, once it has loaded. */
  details: EventDetails | undefined;
}

export function EventBody({ event, details }: EventBodyProps) {
  const t = useText();
  const format = useFormat();
  const now = useMinute();
  const { flags, user } = useSession();
  const { rsvp, event_ratings } = flags;
  const isPast = isPastEvent(event, now);
  const siblings = details?.siblings ?? [];
  const asked = details?.asked_organizer;
  const isAsked = asked !== undefined && asked.id === user?.id;
  return (
    <>
      <Cover event={event} />
      <Column>
        {isAsked && (
          <div className={styles.reply}>
            <Suspense>
              <OrganizerRequest id={event.id} by={details?.organizer_asked_by} />
            </Suspense>
          </div>
        )}
        {rsvp && !isPast && (
          <div className={styles.reply}>
            <Reply event={event} />
          </div>
        )}
        <div className={styles.parts}>
          <div>
            <EventFacts event={event} now={now} rule={details?.recurrence} asked={isAsked ? undefined : asked} />
            <EventText text={event.desc} />
            {event.files.length > 0 && (
              <div className={styles.files}>
                <FileRows files={event.files} id={event.id} />
              </div>
            )}
          </div>
          <div className={styles.aside}>
            {rsvp && <AttendeesCard event={event} attendees={details?.attendees} />}
            {event_ratings && (isPast || event.rating !== undefined) && (
              <Suspense>
                <Rating event={event} open={isPast} />
              </Suspense>
            )}
          </div>
        </div>
      </Column>
      {event.comments !== undefined && <EventCommentsPreview id={event.id} />}
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
