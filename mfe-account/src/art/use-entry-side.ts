import { useSession } from '@paddock/mfe-kit/session';
import { useSplashImage } from '@paddock/mfe-kit/splash-image';
import sectors from './sectors.svg';

/** The picture beside the entry forms: the deployment's, else our default. */
export function useEntrySide(): { src: string; caption: string } {
  const { community } = useSession();
  return { src: useSplashImage() ?? sectors, caption: community.title };
}
