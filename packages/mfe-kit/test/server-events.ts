import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import type { Kit } from '../src/kit/kit-context';

/** Returns what sends an event of the server to the screens that a kit renders afterwards. */
export function serverEventsOf(kit: Kit) {
  const listeners = new Map<string, ((payload: never) => void)[]>();
  kit.realtime.on = (event, listener) => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    return () =>
      listeners.set(
        event,
        listeners.get(event)!.filter((one) => one !== listener),
      );
  };
  return <E extends ServerEvent>(event: E, payload: ServerEventPayload<E>) =>
    listeners.get(event)?.forEach((listener) => listener(payload as never));
}
