import { readSelf } from '@paddock/contract/calls/account';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { useEffect, useEffectEvent } from 'react';

/** Milliseconds after the start: the first screen goes first. */
const AFTER_START = 3000;

/** Reads the own record again: what a member may open, and as what, follows from it. Nothing changes without an answer. */
export async function refreshSelf({ api, session, deployment }: Kit): Promise<void> {
  const { token } = session.get();
  if (token === null) return;
  const { subscription_required } = deployment.get().flags;
  const user = await api
    .call(readSelf, subscription_required ? { verify_subscription: true } : {})
    .catch(() => undefined);
  if (user && session.get().token === token) session.update(user);
}

/** What the browser keeps of the member may be days old. Whoever something keeps out may have been let in since: at once then. */
export function useSelfAtStart(kit: Kit, admitted: boolean): void {
  const begin = useEffectEvent(() => setTimeout(() => void refreshSelf(kit), admitted ? AFTER_START : 0));
  useEffect(() => {
    const timer = begin();
    return () => clearTimeout(timer);
  }, []);
}
