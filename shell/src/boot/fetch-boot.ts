import type { Boot } from '@paddock/contract/boot';

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

/** Before there is a kit; the session decides which page an address leads to. */
export const isSignedIn = (): boolean => stored().token !== undefined;

/** Session and workplace as the kit keeps them; read here because the kit is not loaded yet. */
function stored(): { token?: string; workplace: string } {
  const workplace = localStorage.getItem('workplace') ?? '';
  try {
    const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token?: string };
    return { ...(token !== undefined && { token }), workplace };
  } catch {
    return { workplace };
  }
}
