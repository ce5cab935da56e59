import type { DomainEventFacts } from '../../infrastructure/outbox/domain-events.js';
import type { EventFields } from './event-rows.js';
import { type EventRow, isAllDay } from './event.schema.js';

/** What a change means for others: new times or another place, and members who may no longer read the event. */
export function effects(
  before: EventRow,
  after: EventFields,
): Pick<DomainEventFacts['EventUpdated'], 'moved' | 'former'> {
  const isMoved =
    +before.when !== +after.when ||
    before.end?.getTime() !== after.end?.getTime() ||
    before.where !== after.where ||
    isAllDay(before) !== isAllDay(after);
  const { group, invitation_only, invited, user, organizer } = before;
  const isReplaced = organizer !== undefined && organizer !== after.organizer;
  const isNarrower =
    (after.group !== undefined && group !== after.group) ||
    (after.invitation_only && (!invitation_only || invited.some((id) => !after.invited.includes(id)) || isReplaced));
  const users = [user ?? [], organizer ?? [], invited].flat();
  return {
    ...(isMoved && { moved: true as const }),
    ...(isNarrower && { former: { ...(group && { group }), ...(invitation_only && { users }) } }),
  };
}
