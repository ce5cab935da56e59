/** Durations in milliseconds. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
/** A day of 24 hours. A calendar day has 23 or 25 where the clocks change: see `time-zones.ts`. */
export const dayMs = 24 * hourMs;
/** The longest delay of a browser's timer, about 25 days. */
export const maxTimerMs = 2 ** 31 - 1;
