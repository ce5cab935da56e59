import type { Call, CallInput } from '@paddock/contract/core/call';
import { useCallQuery } from '@paddock/mfe-kit/queries';

const refreshMs = 10_000;

/** The reply to a call of operators, refreshed while the page is visible; a refused caller asks no more and sees nothing. */
export function useOperationsQuery<C extends Call>(call: C, input: CallInput<C>) {
  const query = useCallQuery(call, input, {
    refetchInterval: ({ state }) => (state.error?.code === 'FORBIDDEN' ? false : refreshMs),
  });
  return { ...query, data: query.error?.code === 'FORBIDDEN' ? undefined : query.data };
}
