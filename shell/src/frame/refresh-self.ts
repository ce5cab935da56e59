import { readSelf } from '@paddock/contract/calls/account';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { useEffect, useEffectEvent } from 'react';

/** Milliseconds after the start, so that the first screen loads first. */
export const afterStartMs = 3000;

/** Refetches the own record, which decides what a member may open. Changes nothing when the call fails. */
export async function refreshSelf({ api, session, deployment }: Kit): Promise<void> {
  const { token } = session.get();
  if (token === null) return;
  const { subscription_required } = deployment.get().flags;
  const user = await api
    .call(readSelf, subscription_required ? { verify_subscription: true } : {})
    .catch(() => undefined);
  if (user && session.get().token === token) session.update(user);
}

/** Refreshes the stored record, which may be days old; at once for a member without access, who may have got it since. */
export function useSelfAtStart(kit: Kit, admitted: boolean): void {
  const begin = useEffectEvent(() => setTimeout(() => void refreshSelf(kit), admitted ? afterStartMs : 0));
  useEffect(() => {
    const timer = begin();
    return () => clearTimeout(timer);
  }, []);
}
