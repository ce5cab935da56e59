import type { Call, CallInput } from '@paddock/contract/core/call';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useEffect, useEffectEvent } from 'react';

/** Makes the call that a mailed link stands for as soon as its page is there, and again for another link in the same window. */
export function useLinkCall<C extends Call>(call: C, input: CallInput<C>) {
  const { mutate, data, error, isPending } = useCallMutation(call);
  const make = useEffectEvent(() => mutate(input));
  const link = JSON.stringify(input);
  useEffect(() => {
    // Once, also where React tries every effect twice.
    const soon = setTimeout(make);
    return () => clearTimeout(soon);
  }, [link]);
  return { data, error, pending: isPending || (data === undefined && error === null), again: () => mutate(input) };
}
