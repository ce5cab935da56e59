import { useSession } from '@paddock/mfe-kit/session';
import sectors from './sectors.svg';

/** The picture beside the entry forms: the deployment's, else our default. */
export function useEntrySide(): { src: string; caption: string } {
  const { community, look } = useSession();
  return { src: look.splash_image ?? sectors, caption: community.title };
}
