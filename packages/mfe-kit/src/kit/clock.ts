/** Milliseconds that the server's clock is ahead of the device's. */
let ahead = 0;
/** A header names whole seconds. */
const secondMs = 1000;
/** Differences that are not worth a correction: clocks of two servers, and the browser's own work. */
const toleranceMs = 500;

/**
 * The server's time in epoch milliseconds. What is over, past, editable or today is decided by it: the device's clock may be wrong by
 * hours, and the server decides by its own.
 */
export const serverNow = (): number => Date.now() + ahead;

/** The device's own clock, for two instants of which the server uses the difference alone. */
export const deviceNow = (): number => Date.now();

/** The server's time of an instant by the device's clock, such as a query's `dataUpdatedAt`. */
export const serverTimeOf = (device: number): number => (device === 0 ? 0 : device + ahead);

/**
 * Corrects the clock by a reply. Keeps it while it agrees with the reply, so that it does not tremble.
 *
 * @param server a `Date` header or an ISO 8601 instant; anything else is ignored
 * @param sent when the request was sent, by the device's clock; the reply is there now
 */
export function learnServerTime(server: string | null, sent: number): void {
  const at = Date.parse(server ?? '');
  if (Number.isNaN(at)) return;
  const [least, most] = [at - Date.now(), at + secondMs - sent];
  if (ahead < least - toleranceMs || ahead > most + toleranceMs) ahead = Math.round((least + most) / 2);
}
