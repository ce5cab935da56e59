import type { Boot } from '@paddock/contract/calls/boot';
import { missingAccess } from '@paddock/contract/calls/users';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { POLLING_INTERVAL } from '@paddock/mfe-kit/realtime';

/** Milliseconds: a suspended window may have lost its connection without notice. */
const longAwayMs = 60_000;
/** Each process of the services reads the deployment every second. */
const recheckMs = 1500;
const maxLooks = 3;

/**
 * Keeps the boot reply current without a reload: refetches it when the server announces a change, when the connection
 * returns, and when the member or workplace changes. A member without access has no socket, and a flag may be the reason:
 * refetches every 6 s for them. Changed flags, tabs or workplaces make all cached replies stale. A window refetches when it becomes
 * visible, if it is disconnected or was hidden for a minute. A failed request keeps the last good reply.
 */
export function followDeployment(kit: Kit, read: () => Promise<Boot>): { refresh(): Promise<void> } {
  const { deployment, session, realtime, queryClient, platform } = kit;
  let latest = 0;

  async function refresh() {
    const turn = ++latest;
    const boot = await read().catch(() => undefined);
    // Ignore a reply that a later request has overtaken.
    if (turn !== latest) return;
    const before = deployment.get();
    if (!boot || content(boot) === content(before)) return;
    deployment.set(boot);
    if (basis(boot) !== basis(before)) void queryClient.invalidateQueries();
  }

  /** Another process of the services may answer, which has not read the change yet. */
  async function reach(revision: string) {
    for (let looks = 1; revision !== deployment.get().revision && looks <= maxLooks; looks++) {
      const turn = latest + 1;
      await refresh();
      if (revision === deployment.get().revision) return;
      await new Promise((resolve) => setTimeout(resolve, recheckMs));
      if (turn !== latest) return;
    }
  }

  realtime.on('updating_deployment', ({ revision }) => void reach(revision));
  realtime.connection.subscribe(() => {
    if (realtime.connection.get() === 'live') void refresh();
  });
  // The language as well: the configured texts depend on it.
  const place = () => {
    const { token, workplace, user } = session.get();
    return `${token}/${workplace}/${user?.language}`;
  };
  let before = place();
  session.subscribe(() => {
    if (before === place()) return;
    before = place();
    void refresh();
  });
  const lacksAccess = () => {
    const { token, user } = session.get();
    return token !== null && user !== null && missingAccess(user, deployment.get()) !== undefined;
  };
  setInterval(() => {
    if (document.visibilityState === 'visible' && lacksAccess()) void refresh();
  }, POLLING_INTERVAL);
  platform.onResume((awayMs) => {
    if (realtime.connection.get() !== 'live' || awayMs >= longAwayMs) void refresh();
  });
  return { refresh };
}

/** A reply's content without its timestamp. */
const content = (boot: Boot) => JSON.stringify({ ...boot, server_time: '' });

/** Other replies depend on this part: what the member may do, and the tabs that the home page summarizes. */
const basis = ({ flags, tabs, workplaces }: Boot) => JSON.stringify([flags, tabs, workplaces]);
