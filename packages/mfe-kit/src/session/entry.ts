import { useEffect, useState } from 'react';
import { type Entry, useKit } from '../kit/kit-context';

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
