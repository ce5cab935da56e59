import { missingAccess } from '@paddock/contract/calls/users';
import { minuteMs } from '@paddock/contract/core/durations';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { withPermittedTabs } from '@paddock/mfe-kit/pages';
import { useEffect } from 'react';
import { startPage } from './destination';
import { refreshSelf } from './refresh-self';

/**
 * Refreshes data and the own record when the member returns to the window, and opens the start page after
 * `home_idle_minutes` away (A §2). The previous page is one step back and keeps its draft.
 */
export function useResume(kit: Kit): void {
  useEffect(
    () =>
      kit.platform.onResume((awayMs) => {
        const { deployment, session, navigation, queryClient } = kit;
        const { user } = session.get();
        if (!user) return;
        void refreshSelf(kit);
        void queryClient.invalidateQueries();
        const boot = withPermittedTabs(deployment.get(), session.get());
        const { home_idle_minutes } = boot.flags;
        const isDue = home_idle_minutes > 0 && awayMs >= home_idle_minutes * minuteMs;
        // A member who waits for access stays where they wait: the start page would replace the page that they wanted.
        if (isDue && !missingAccess(user, boot)) navigation.go(startPage(boot));
      }),
    [kit],
  );
}
