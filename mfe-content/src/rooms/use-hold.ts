import { holdMs, holdSlots, releaseSlots } from '@paddock/contract/calls/rooms';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Selection } from './day-slots';

/** Twice within the time after which a hold ends. */
const renewalMs = holdMs / 2;
const ignored = () => undefined;

/**
 * Holds a selection while the panel is open and the page is visible, so that others see it; releases it afterwards.
 *
 * @param onTaken called when another member was faster
 */
export function useHold(id: string, selection: Selection | undefined, onTaken: () => void): void {
  const { mutateAsync: hold } = useCallMutation(holdSlots);
  const { mutateAsync: release } = useCallMutation(releaseSlots);
  const taken = useEffectEvent(onTaken);
  // One after the other: a release that overtakes its hold would leave the slots held.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const { from, to } = selection ?? {};
  useEffect(() => {
    if (from === undefined || to === undefined) return;
    let isCurrent = true;
    const renew = () => {
      if (document.visibilityState !== 'visible') return;
      queue.current = queue.current
        .then(() => (isCurrent ? hold({ id, from, to }) : undefined))
        // Without a hold the booking itself decides.
        .catch((error: unknown) => {
          if (isCurrent && asApiError(error).code === 'SLOT_TAKEN') taken();
        });
    };
    renew();
    const timer = setInterval(renew, renewalMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [id, from, to, hold]);
  const isSelected = from !== undefined;
  useEffect(() => {
    if (!isSelected) return;
    return () => {
      queue.current = queue.current.then(() => release({ id })).catch(ignored);
    };
  }, [id, isSelected, release]);
}
