import type { Boot } from '@paddock/contract/calls/boot';
import type { Visitor } from '../frame/destination';

/**
 * Fetches the boot reply, never from a cache: it decides which module versions load.
 * @param running the releases in this window, as `id@version`; the reply names those to replace at once
 */
export async function fetchBoot(running: readonly string[] = []): Promise<Boot> {
  const { token, workplace } = readStoredSession();
  const query = new URLSearchParams({
    integrity: 'file',
    ...(workplace && { workplace }),
    ...(running[0] && { running: running.join() }),
  });
  const response = await fetch(`/api/boot?${query}`, {
    cache: 'no-store',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`the boot call answered ${response.status}`);
  const reply = (await response.json()) as Partial<Boot> | null;
  // A proxy or a captive portal may answer in place of the service.
  if (!Array.isArray(reply?.languages)) throw new Error('not a boot reply');
  return reply as Boot;
}

/** The signed-in member before the kit exists; null when signed out. Decides which page an address leads to. */
export function readStoredMember(): Visitor {
  const { token, user } = readStoredSession();
  return token === undefined ? null : user;
}

/** Session and workplace as the kit stores them; read here because the kit has not loaded yet. */
function readStoredSession(): { token?: string; user: Exclude<Visitor, null>; workplace: string } {
  const workplace = localStorage.getItem('workplace') ?? '';
  const signedOut = { email_verified: false, admin: false, acl: [], workplaces: [] };
  try {
    const { token, ...user } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token?: string };
    return { ...(token !== undefined && { token }), user: { ...signedOut, ...user }, workplace };
  } catch {
    return { user: signedOut, workplace };
  }
}
