import { useEffect, useState } from 'react';
import { useKit } from './kit-context';

/**
 * What the address of this visit brought along and what must not stay in it: it was taken out before anything else was loaded,
 * and is kept in memory only.
 */
export interface Entry {
  /** Landing's `?token=`. The shell changes it for a session. */
  token?: string;
  /** Of a provider's answer at `/loading`, with the `state` it was asked with. */
  code?: string;
  state?: string;
  /** Which provider answers (RFC 9207). */
  iss?: string;
  /** The other form of a provider's answer, in query or fragment. */
  id_token?: string;
  /** The provider's own word for a sign-in that was refused or given up, e.g. `access_denied`. */
  error?: string;
}

/**
 * What the address brought along, once: it is forgotten as soon as it was read, so that no later page gets it.
 * @example const { code, state, id_token } = useEntry();
 */
export function useEntry(): Entry {
  const { entry } = useKit();
  const [taken] = useState(entry.get);
  useEffect(() => entry.set({}), [entry]);
  return taken;
}
