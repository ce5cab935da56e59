import type { Conversation } from '@paddock/contract/calls/shouts';

/** Whether the reader is an admin outside the group. The group's events reach only its members and the authors of its shouts. */
export const isAdminOutside = ({
  conversation: { manages, member },
}: {
  conversation: Pick<Conversation, 'manages' | 'member'>;
}) => manages && !member;
