import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Column } from '@paddock/ui/pane';
import { useMemo } from 'react';
import styles from './event-comments-preview.module.css';

/** The last comments on an event, by mfe-shouts. */
export function EventCommentsPreview({ id }: { id: string }) {
  const isAvailable = useSlotAvailable('shouts.comments');
  const props = useMemo(
    () => ({ kind: 'event', id, view: 'preview' as const, address: `/main/events/${encodeURIComponent(id)}/comments` }),
    [id],
  );
  if (!isAvailable) return null;
  return (
    <Column className={styles.comments}>
      <Slot name="shouts.comments" props={props} />
    </Column>
  );
}
