import type { Boot } from '@paddock/contract/calls/boot';
import type { Visitor } from '../frame/destination';

/** Reads the boot answer. Never from a cache: it decides which module versions are loaded. */
export async function fetchBoot(): Promise<Boot> {
  const { token, workplace } = stored();
  const response = await fetch(`/api/boot${workplace ? `?workplace=${encodeURIComponent(workplace)}` : ''}`, {
    cache: 'no-store',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`the boot call answered ${response.status}`);
  return (await response.json()) as Boot;
}

/** Before there is a kit; who is signed in decides which page an address leads to. Null for nobody. */
export function storedMember(): Visitor {
  const { token, user } = stored();
  return token === undefined ? null : user;
}

/** Session and workplace as the kit keeps them; read here because the kit is not loaded yet. */
function stored(): { token?: string; user: Exclude<Visitor, null>; workplace: string } {
  const workplace = localStorage.getItem('workplace') ?? '';
  const nobody = { email_verified: false, admin: false, acl: [] };
  try {
    const { token, ...user } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token?: string };
    return { ...(token !== undefined && { token }), user: { ...nobody, ...user }, workplace };
  } catch {
    return { user: nobody, workplace };
  }
}
