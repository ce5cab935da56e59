import type { Boot } from '@paddock/contract/calls/boot';
import { missingAccess } from '@paddock/contract/calls/users';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { POLLING_INTERVAL } from '@paddock/mfe-kit/realtime';

/**
 * Keeps the boot reply current without a reload: refetches it when the server announces a change, when the connection
 * returns, and when the member or workplace changes. A member without access has no socket, and a flag may be the reason:
 * refetches every 6 s for them. A disconnected window refetches when it becomes visible. A failed request keeps the last
 * good reply.
 */
export function followDeployment(kit: Kit, read: () => Promise<Boot>): { refresh(): Promise<void> } {
  const { deployment, session, realtime } = kit;
  let latest = 0;

  async function refresh() {
    const turn = ++latest;
    const boot = await read().catch(() => undefined);
    // Ignore a reply that a later request has overtaken.
    if (boot && turn === latest && content(boot) !== content(deployment.get())) deployment.set(boot);
  }

  realtime.on('updating_deployment', ({ revision }) => {
    if (revision !== deployment.get().revision) void refresh();
  });
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
    return token !== null && user !== null && missingAccess(user, deployment.get().flags) !== undefined;
  };
  setInterval(() => {
    if (document.visibilityState === 'visible' && lacksAccess()) void refresh();
  }, POLLING_INTERVAL);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && realtime.connection.get() !== 'live') void refresh();
  });
  return { refresh };
}

/** A reply's content without its timestamp. */
const content = (boot: Boot) => JSON.stringify({ ...boot, server_time: '' });
