import { useState } from 'react';
import { useKit, useModuleId, type Kit } from '../kit/kit-context';

/** A row in sight, by its distance in pixels from the start of what scrolls. */
export interface Seen {
  key: string;
  at: number;
}

/** What is known of a list for as long as the page lives: where it was left, and how high its rows are. */
export interface ListMemory {
  top: number;
  /** It was left at its end. */
  atFoot: boolean;
  seen: readonly Seen[];
  sizes: Map<string, number>;
}

const lists = new WeakMap<Kit, Map<string, ListMemory>>();

/** The memory of the list `id` of this module, for this member and workplace; with none left behind it begins anew. */
export function useListMemory(id: string): ListMemory {
  const kit = useKit();
  const module = useModuleId();
  const [memory] = useState(() => {
    const { user, workplace } = kit.session.get();
    const all = lists.get(kit) ?? new Map<string, ListMemory>();
    lists.set(kit, all);
    const name = [user?.id, workplace, module, id].join('/');
    const known = all.get(name) ?? { top: 0, atFoot: true, seen: [], sizes: new Map() };
    all.set(name, known);
    return known;
  });
  return memory;
}
