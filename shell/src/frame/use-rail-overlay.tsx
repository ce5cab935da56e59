import { type LazyPart, useLazyPart } from '@paddock/ui/lazy';
import type { FrameButton } from '@paddock/ui/frame';
import { type ComponentType, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';

export interface RailOverlayProps {
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
}

/** A button of the rail and what it opens. */
export function useRailOverlay(part: LazyPart<ComponentType<RailOverlayProps>>): {
  button: FrameButton;
  overlay: ReactNode;
} {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const [Part] = useLazyPart(part, open, close);
  return {
    button: { ref: trigger, isExpanded: open, onPress: () => setOpen(!open) },
    overlay: Part && <Part trigger={trigger} open={open} onClose={close} />,
  };
}
