import type { Kit } from '@paddock/mfe-kit/kit-context';
import { useEffect } from 'react';
import { startPage } from './destination';
import { refreshSelf } from './refresh-self';

const minute = 60_000;

/**
 * Who comes back gets fresh tabs and their own record as it now stands, and after `home_idle_minutes` away the start page (A §2). The page left is one step back,
 * and what was written there is kept as its draft.
 */
export function useResume(kit: Kit): void {
  const { deployment, session, navigation, queryClient } = kit;
  useEffect(() => {
    let left: number | undefined = document.visibilityState === 'hidden' ? Date.now() : undefined;
    const follow = () => {
      if (document.visibilityState === 'hidden') {
        left = Date.now();
        return;
      }
      const away = left === undefined ? 0 : Date.now() - left;
      left = undefined;
      if (session.get().token === null) return;
      void refreshSelf(kit);
      void queryClient.invalidateQueries();
      const boot = deployment.get();
      const { home_idle_minutes } = boot.flags;
      if (home_idle_minutes > 0 && away >= home_idle_minutes * minute) navigation.go(startPage(boot));
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [kit, deployment, session, navigation, queryClient]);
}
