import type { ShiftedSession } from '@paddock/contract/calls/event-shift';
import { minuteMs } from '@paddock/contract/core/durations';

/** A session with its times after a shift. */
export interface Shifted {
  session: ShiftedSession;
  when: string;
  end: string | undefined;
  /** Why the service would refuse the shift, or what its admin should know. */
  remark: 'before_now' | 'after_midnight' | undefined;
}

/** The sessions at their times after a shift by some minutes. */
export function shiftedTimes(
  sessions: readonly ShiftedSession[],
  minutes: number,
  { now, dayEnds }: { now: number; dayEnds: string },
): Shifted[] {
  const moved = (at: string) => new Date(Date.parse(at) + minutes * minuteMs).toISOString();
  return sessions.map((session) => {
    const when = moved(session.when);
    const remark =
      minutes !== 0 && Date.parse(when) < now
        ? 'before_now'
        : Date.parse(when) >= Date.parse(dayEnds)
          ? 'after_midnight'
          : undefined;
    return { session, when, end: session.end && moved(session.end), remark };
  });
}
