import { readSubscription } from '@paddock/contract/calls/subscription';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useRef, useState } from 'react';

/** The plans and the member's own one; follows changes from other windows and from the provider. */
export function useSubscription({ enabled = true }: { enabled?: boolean } = {}) {
  const cache = useCallCache();
  useRealtime('updating_subscription', () => void cache.refresh(readSubscription));
  return useCallQuery(readSubscription, {}, { live: true, enabled });
}

/** The states of the subscription screen (A §4). */
export type PurchaseState = 'loading' | 'purchasing' | 'success';

/** An action, which returns `leaving` if it opens another page: the state then stays until the member comes back. */
type Action = () => Promise<'leaving' | void>;

export interface Purchases {
  state: PurchaseState;
  /** The state of an action's button: while another action is in progress, its press would do nothing. */
  buttonOf(name: string): { pending: boolean; disabled: boolean };
  run(name: string, action: Action): Promise<void>;
}

/** Runs one action at a time and shows its error. */
export function usePurchaseState(isLoading: boolean): Purchases {
  const toast = useToast();
  const isRunning = useRef(false);
  const [running, setRunning] = useState<string>();
  useEffect(() => {
    // After Back from the provider's page, the browser restores this page in its former state.
    const end = () => {
      isRunning.current = false;
      setRunning(undefined);
    };
    window.addEventListener('pageshow', end);
    return () => window.removeEventListener('pageshow', end);
  }, []);
  const run: Purchases['run'] = async (name, action) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(name);
    try {
      if ((await action()) === 'leaving') return;
    } catch (error) {
      toast.error(error);
    }
    isRunning.current = false;
    setRunning(undefined);
  };
  return {
    state: running !== undefined ? 'purchasing' : isLoading ? 'loading' : 'success',
    buttonOf: (name) => ({ pending: running === name, disabled: running !== undefined && running !== name }),
    run,
  };
}
