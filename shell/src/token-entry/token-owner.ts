import { readSelf } from '@paddock/contract/calls/account';
import type { Self } from '@paddock/contract/calls/users';

/** The owner of a session token; undefined for a one-time sign-in token or an invalid one. Does not consume the token. */
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
