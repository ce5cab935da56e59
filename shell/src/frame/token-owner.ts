import { readSelf } from '@paddock/contract/calls/account';
import type { Self } from '@paddock/contract/calls/users';

/** Whose session a token is; undefined for one that is good for signing in only, and for none. It is not spent by being asked for. */
export async function ownerOf(token: string, apiBase: string): Promise<Pick<Self, 'id' | 'fullname'> | undefined> {
  try {
    const response = await fetch(`${apiBase}${readSelf.path}`, {
      headers: { Authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok ? ((await response.json()) as Self) : undefined;
  } catch {
    return undefined;
  }
}
