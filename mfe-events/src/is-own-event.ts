import type { PaddockEvent } from '@paddock/contract/calls/events';

/** Whether a member created or organises an event. */
export const isOwnEvent = ({ user, organizer }: PaddockEvent, member: string | undefined): boolean =>
  [user?.id, organizer?.id].includes(member);
