import { useEffect, useEffectEvent } from 'react';

interface OpenOverlay {
  close: () => void;
  isDismissable: () => boolean;
}

/** Open overlays, the top one last. */
const open: OpenOverlay[] = [];

const stateNow = () => history.state as { overlay?: boolean; isLeaving?: boolean } | null;
/** An overlay's history entry has the address of its page, and this mark in its state. */
const isMarked = () => stateNow()?.overlay === true;

let last = { isMarked: false, href: '' };
/** The page was on its way back when an overlay opened (`leave` of the kit): the overlay gets its entry on arrival. */
let waits = false;
const record = () => void (last = { isMarked: isMarked(), href: window.location.href });

function mark(): void {
  waits = stateNow()?.isLeaving === true;
  if (waits || isMarked()) return;
  history.pushState({ ...stateNow(), overlay: true }, '');
  record();
}

/** Closes the top overlay on the way from its entry to its page. An entry whose overlay was closed otherwise is passed. */
function arrive(): void {
  const hasLeftOverlay = last.isMarked && last.href === window.location.href && !isMarked();
  record();
  // Back was pressed before the top overlay opened.
  if (waits && open.length > 0) return mark();
  if (!hasLeftOverlay) return;
  const top = open.at(-1);
  if (top === undefined) return history.back();
  if (top.isDismissable()) top.close();
  // What stays open needs an entry of its own.
  if (open.length > 1 || !top.isDismissable()) mark();
}

/**
 * While it is mounted, Back closes its overlay instead of leaving the page. The entry that it adds to the browser's history stays
 * when the overlay is closed otherwise: removing it would race with a navigation that the same press starts. The next overlay of
 * the page uses it again, and Back passes it.
 * @param props.isDismissable false while closing would lose input: Back then does nothing
 */
export function CloseOnBack({ onClose, isDismissable = true }: { onClose: () => void; isDismissable?: boolean }): null {
  const close = useEffectEvent(onClose);
  const mayClose = useEffectEvent(() => isDismissable);
  useEffect(() => {
    const overlay = { close: () => close(), isDismissable: () => mayClose() };
    if (open.length === 0) {
      window.addEventListener('popstate', arrive);
      window.addEventListener('hashchange', record);
      record();
    }
    open.push(overlay);
    mark();
    return () => void open.splice(open.indexOf(overlay), 1);
  }, []);
  return null;
}
