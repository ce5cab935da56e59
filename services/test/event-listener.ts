import type { Delivered, EventKind, Subscription } from '../src/infrastructure/outbox/domain-events.js';

/** The shout of an event, or its kind. */
export const shoutOf = (event: Delivered): string => ('shout' in event && event.shout ? event.shout : event.kind);

/** A subscriber that records its events. */
export function listener(more: Partial<Subscription> = {}) {
  const received: Delivered[] = [];
  const subscription: Subscription = {
    name: 'listener',
    kinds: ['ShoutPosted', 'MemberSignedUp'] as EventKind[],
    handle: (event) => void received.push(event),
    ...more,
  };
  const shouts = () => received.map(shoutOf);
  return { subscription, received, shouts };
}
