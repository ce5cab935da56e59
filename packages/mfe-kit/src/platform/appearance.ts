import type { Appearance } from '../kit/appearance';
import { useKit } from '../kit/kit-context';
import { useStore } from '../kit/store';

/** The chosen appearance, and how to choose another. A deployment with a theme of its own has no choice. */
export function useAppearance(): [appearance: Appearance, choose: (appearance: Appearance) => void] {
  const { appearance } = useKit();
  return [useStore(appearance), appearance.set];
}
