import type { CallInput } from '@paddock/contract/core/call';
import type { Conversation, postShout } from '@paddock/contract/calls/shouts';
import type { OutboxItem } from '@paddock/mfe-kit/outbox';

/** Where something is written: in a conversation (by its chat entry id), or under a shout. */
export type Place =
  | { kind: 'group'; id: string }
  | { kind: 'direct'; id: string; recipients: string[] }
  | { kind: 'comment'; id: string };

export function placeOf(conversation: Pick<Conversation, 'id' | 'kind' | 'users'>): Place {
  const { id, kind, users } = conversation;
  return kind === 'direct' ? { kind, id, recipients: users.map((user) => user.id) } : { kind: 'group', id };
}

type Posted = Pick<CallInput<typeof postShout>, 'group' | 'recipients' | 'in_reply_to'>;

/** The fields of a post that say where it goes. */
export function addressed(place: Place): Posted {
  if (place.kind === 'comment') return { in_reply_to: place.id };
  return place.kind === 'direct' ? { recipients: place.recipients } : { group: place.id };
}

/** Whether an unsent item goes to a place. */
export function goesTo({ input }: OutboxItem<CallInput<typeof postShout>>, place: Place): boolean {
  if (place.kind === 'comment') return input.in_reply_to === place.id;
  if (place.kind === 'group') return input.group === place.id;
  return place.recipients.length > 0 && place.recipients.join() === input.recipients?.join();
}
