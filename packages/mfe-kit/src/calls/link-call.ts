import type { Call, CallInput } from '@paddock/contract/core/call';
import { useEffect, useEffectEvent } from 'react';
import type { ApiError } from '../kit/api-error';
import { useCallMutation } from './queries';

/** True when the service failed, not the request: the same call may succeed later. */
export const isTransient = ({ passing, status, code }: ApiError): boolean =>
  passing || status >= 500 || code === 'TOO_MANY_REQUESTS';

/** Makes a mailed link's call when its page mounts, and again for another link in the same window. */
export function useLinkCall<C extends Call>(call: C, input: CallInput<C>) {
  const { mutate, data, error, isPending } = useCallMutation(call);
  const make = useEffectEvent(() => mutate(input));
  const link = JSON.stringify(input);
  useEffect(() => {
    // Runs once, even when React runs every effect twice.
    const soon = setTimeout(make);
    return () => clearTimeout(soon);
  }, [link]);
  return { data, error, pending: isPending || (data === undefined && error === null), again: () => mutate(input) };
}
