import type { SignedInCaller } from '../../community/calls/caller.js';
import type { EventRow } from '../storage/event.schema.js';

/** The event that a change began or ended a request to organise `row`, if it did. */
export function organizerRequest(
  { tenant, user: { _id: actor } }: SignedInCaller,
  { _id: event, root, asked_organizer: after }: Pick<EventRow, '_id' | 'root' | 'asked_organizer'>,
  before: EventRow['asked_organizer'] | undefined,
) {
  if (before?.user === after?.user) return [];
  const facts = { event, actor, ...(root && { root }), ...(after && { user: after.user }) };
  return [{ kind: 'OrganizerRequestChanged', tenant, ...facts } as const];
}
