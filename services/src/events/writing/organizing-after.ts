import type { EventRow } from '../storage/event.schema.js';

type Organizing = Pick<EventRow, 'organizer' | 'asked_organizer'>;
interface After {
  organizer: string | undefined;
  asked_organizer: EventRow['asked_organizer'] | undefined;
}

/**
 * Organizer and open request after a change by a member, who becomes organizer at once. Another member is asked first, and the present
 * organizer stays until then. `isRemoved` ends both.
 */
export function organizingAfter(
  { caller, named, isRemoved }: { caller: string; named: string | undefined; isRemoved: boolean },
  { organizer, asked_organizer }: Organizing = {},
): After {
  if (isRemoved) return { organizer: undefined, asked_organizer: undefined };
  if (named === undefined || named === organizer) return { organizer, asked_organizer };
  if (named === caller) return { organizer: caller, asked_organizer: undefined };
  if (named === asked_organizer?.user) return { organizer, asked_organizer };
  return { organizer, asked_organizer: { user: named, by: caller } };
}
