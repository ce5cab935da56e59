import { useEffect, useState } from 'react';
import { type EntryParameters, useKit } from '../kit/kit-context';

/**
 * Returns the URL parameters of this visit once: the first read clears them, so that no later page gets them.
 * @example const { code, state, id_token } = useEntry();
 */
export function useEntry(): EntryParameters {
  const { entry } = useKit();
  const [taken] = useState(entry.get);
  useEffect(() => entry.set({}), [entry]);
  return taken;
}
