import type { Boot } from '@paddock/contract/calls/boot';
import { missingAccess } from '@paddock/contract/calls/users';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { POLLING_INTERVAL } from '@paddock/mfe-kit/realtime';

/**
 * Keeps the boot answer up to date without a reload: read again when the server says so, when the connection comes back,
 * and when another member or workplace may see other tabs. Whoever is kept out has no connection that would tell, so it is read every
 * 6 s for them: what keeps them out may be a flag. A window without a connection reads it when it is looked at again. A failed reading
 * leaves the last good answer in force.
 */
export function followDeployment(kit: Kit, read: () => Promise<Boot>): { refresh(): Promise<void> } {
  const { deployment, session, realtime } = kit;
  let latest = 0;

  async function refresh() {
    const turn = ++latest;
    const boot = await read().catch(() => undefined);
    // An answer that was overtaken by a later question is dropped.
    if (boot && turn === latest && content(boot) !== content(deployment.get())) deployment.set(boot);
  }

  realtime.on('updating_deployment', ({ revision }) => {
    if (revision !== deployment.get().revision) void refresh();
  });
  realtime.connection.subscribe(() => {
    if (realtime.connection.get() === 'live') void refresh();
  });
  // The language too: the configured texts come in it.
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
  const isKeptOut = () => {
    const { token, user } = session.get();
    return token !== null && user !== null && missingAccess(user, deployment.get().flags) !== undefined;
  };
  setInterval(() => {
    if (document.visibilityState === 'visible' && isKeptOut()) void refresh();
  }, POLLING_INTERVAL);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && realtime.connection.get() !== 'live') void refresh();
  });
  return { refresh };
}

/** What an answer says, without the time it was given. */
const content = (boot: Boot) => JSON.stringify({ ...boot, server_time: '' });
