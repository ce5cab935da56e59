import type { Virtualizer, VirtualizerOptions } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';

type Core = typeof import('@tanstack/virtual-core');
type Options = Omit<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'observeElementRect' | 'observeElementOffset' | 'scrollToFn' | 'onChange'
>;

let loaded: Core | undefined;

/** Loads the library on demand; `missing` when that fails. */
function useCore(enabled: boolean): { core: Core | undefined; missing: boolean } {
  const [core, setCore] = useState(loaded);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!enabled || core) return;
    let there = true;
    import('@tanstack/virtual-core').then(
      (came) => {
        loaded = came;
        if (there) setCore(came);
      },
      () => there && setMissing(true),
    );
    return () => {
      there = false;
    };
  }, [enabled, core]);
  return { core, missing };
}

/**
 * TanStack's virtualizer, loaded by the first list that is long enough. `@tanstack/react-virtual` offers only a hook, which must
 * run in every render and so would load the library for every list. Like that adapter, this one calls `_didMount` and
 * `_willUpdate`, which are not public: the version is pinned.
 *
 * @param optionsWith called in each render
 * @returns undefined until the library is loaded; `missing` when loading fails
 */
export function useVirtualizer(
  enabled: boolean,
  optionsWith: (core: Core) => Options,
): { virtualizer: Virtualizer<HTMLElement, HTMLElement> | undefined; missing: boolean } {
  const { core, missing } = useCore(enabled);
  const [, rerender] = useReducer((turn: number) => turn + 1, 0);
  const [made, setMade] = useState<Virtualizer<HTMLElement, HTMLElement>>();
  const options = core && {
    ...optionsWith(core),
    observeElementRect: core.observeElementRect,
    observeElementOffset: core.observeElementOffset,
    scrollToFn: core.elementScroll,
    onChange: (_: unknown, sync: boolean) => (sync ? flushSync(rerender) : rerender()),
  };
  let virtualizer = made;
  if (core && options && !virtualizer) {
    virtualizer = new core.Virtualizer(options);
    // The list keeps the scroll position itself, because it also knows which rows were added.
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
    setMade(virtualizer);
  }
  if (options) virtualizer?.setOptions(options);
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());
  return { virtualizer, missing };
}
