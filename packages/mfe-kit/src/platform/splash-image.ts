import { useSyncExternalStore } from 'react';
import { useSession } from '../session/session';
import { useAppearance } from './appearance';

// jsdom has no matchMedia; a browser test covers it.
const darkDevice = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;
const subscribe = (changed: () => void) => {
  darkDevice?.addEventListener('change', changed);
  return () => darkDevice?.removeEventListener('change', changed);
};
const isDeviceDark = () => darkDevice?.matches ?? false;

/** The address of the community's splash picture in the painted scheme; undefined if it has none. */
export function useSplashImage(): string | undefined {
  const { look } = useSession();
  const [appearance] = useAppearance();
  const isDark = useSyncExternalStore(subscribe, isDeviceDark);
  const theme = look.theme === 'system' ? appearance : look.theme;
  const painted = theme === 'system' && isDark ? 'dark' : theme;
  return (painted === 'dark' ? look.splash_image_dark : undefined) ?? look.splash_image;
}
