import type { Call, CallInput } from '@paddock/contract/core/call';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useEffect, useEffectEvent } from 'react';

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
