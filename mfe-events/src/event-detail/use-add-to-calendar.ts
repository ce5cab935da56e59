import type { PaddockEvent } from '@paddock/contract/calls/events';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { calendarEntryOf } from './calendar-entry';

/** Adds an event to the device's calendar; shows the platform's error without one. */
export function useAddToCalendar(): (event: PaddockEvent) => Promise<void> {
  const platform = usePlatform();
  const session = useSession();
  const toast = useToast();
  return async (event) => {
    try {
      const result = await platform.addToCalendar(calendarEntryOf(event, session));
      if (result === 'added') toast('detail.added_to_calendar');
    } catch (error) {
      toast.error(error);
    }
  };
}
