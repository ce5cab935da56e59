import { useSession } from '@paddock/mfe-kit/session';
import { useSplashImage } from '@paddock/mfe-kit/splash-image';
import { BrandMark } from '@paddock/ui/brand-mark';
import { EntryState, type EntryStateProps } from '@paddock/ui/hero';

/** A page that opens by an address of its own, also signed out: with the community's name and picture. */
export function LinkPage(props: Omit<EntryStateProps, 'side' | 'brand'>) {
  const { community } = useSession();
  const picture = useSplashImage();
  return (
    <EntryState
      {...(picture !== undefined && { side: { src: picture, caption: community.title } })}
      brand={{ name: community.title, mark: <BrandMark size={18} /> }}
      {...props}
    />
  );
}
