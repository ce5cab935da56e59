import { markViewed } from '@paddock/contract/calls/shout-readers';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsVisible } from './use-attending';

const batchMs = 1000;
const maxBatch = 50;

/**
 * Reports shouts of others that entered the viewport of a visible page, in batches and each once. Ignores failures: a shout that
 * enters the viewport again is reported again.
 * @returns a function to call with the id of each shout that enters the viewport
 */
export function useViewed(): (id: string) => void {
  const { mutateAsync } = useCallMutation(markViewed);
  const visible = useIsVisible();
  const known = useRef(new Set<string>());
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const send = useEffectEvent(async () => {
    const ids = waiting.slice(0, maxBatch);
    setWaiting((all) => all.filter((id) => !ids.includes(id)));
    await mutateAsync({ ids }).catch(() => {
      for (const id of ids) known.current.delete(id);
    });
  });
  useEffect(() => {
    if (!visible || waiting.length === 0) return;
    const timer = setTimeout(() => void send(), batchMs);
    return () => clearTimeout(timer);
  }, [visible, waiting]);
  return useCallback((id) => {
    if (known.current.has(id)) return;
    known.current.add(id);
    setWaiting((all) => [...all, id]);
  }, []);
}
