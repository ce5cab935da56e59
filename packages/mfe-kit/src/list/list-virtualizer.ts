import type { Virtualizer, VirtualizerOptions } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';

type Core = typeof import('@tanstack/virtual-core');
type Options = Omit<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'observeElementRect' | 'observeElementOffset' | 'scrollToFn' | 'onChange'
>;

let loaded: Core | undefined;

/** The library, once a list wants it; `missing` when it could not be loaded. */
function useCore(wanted: boolean): { core: Core | undefined; missing: boolean } {
  const [core, setCore] = useState(loaded);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!wanted || core) return;
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
  }, [wanted, core]);
  return { core, missing };
}

/**
 * TanStack's virtualiser for React, loaded by the first list that is long enough: most never are.
 *
 * @param optionsWith made anew with each render
 * @returns undefined until it is loaded; `missing` when it cannot be
 */
export function useVirtualizer(
  wanted: boolean,
  optionsWith: (core: Core) => Options,
): { virtualizer: Virtualizer<HTMLElement, HTMLElement> | undefined; missing: boolean } {
  const { core, missing } = useCore(wanted);
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const [made, setMade] = useState<Virtualizer<HTMLElement, HTMLElement>>();
  const options = core && {
    ...optionsWith(core),
    observeElementRect: core.observeElementRect,
    observeElementOffset: core.observeElementOffset,
    scrollToFn: core.elementScroll,
    onChange: (_: unknown, sync: boolean) => (sync ? flushSync(redraw) : redraw()),
  };
  let virtualizer = made;
  if (core && options && !virtualizer) {
    virtualizer = new core.Virtualizer(options);
    // What is read is held by the list's place, which also knows of rows that were added.
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
    setMade(virtualizer);
  }
  if (options) virtualizer?.setOptions(options);
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());
  return { virtualizer, missing };
}
