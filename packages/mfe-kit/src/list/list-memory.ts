import { useState } from 'react';
import { useKit, useModuleId, type Kit } from '../kit/kit-context';

/** A visible row and its offset in pixels from the start of the scroller. */
export interface Seen {
  key: string;
  at: number;
}

/** A list's scroll position and row heights, kept as long as the page lives. */
export interface ListMemory {
  top: number;
  /** The list was left at its end. */
  atFoot: boolean;
  seen: readonly Seen[];
  sizes: Map<string, number>;
  /** The visit and the linked row that the list has shown. */
  linked?: string;
}

const lists = new WeakMap<Kit, Map<string, ListMemory>>();

/** The memory of this module's list `id` for this member and workplace, created on first use. */
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
