import { useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { useSplashImage } from '@paddock/mfe-kit/splash-image';
import { useStore } from '@paddock/mfe-kit/store';
import { BrandMark } from '@paddock/ui/brand-mark';
import { LinkButton } from '@paddock/ui/button';
import { Hero } from '@paddock/ui/hero';
import { lazy, Suspense, useEffect } from 'react';
import sectors from '../art/sectors.svg';
import { thirdPartyFailure } from '../loading/third-party-failure';
import { fetchFormsWhenIdle } from './forms';

const ThirdPartyButton = lazy(() =>
  import('../loading/third-party-button').then((part) => ({ default: part.ThirdPartyButton })),
);

const ThirdPartyFailed = lazy(() =>
  import('../loading/third-party-failed').then((part) => ({ default: part.ThirdPartyFailed })),
);

/** A visitor's first page. */
export function Landing() {
  const t = useText();
  const { community, flags } = useSession();
  const { landing } = community;
  const picture = useSplashImage();
  const hasFailed = useStore(thirdPartyFailure) !== null;
  useEffect(fetchFormsWhenIdle, []);
  return (
    <Hero
      brand={{ name: community.title, mark: <BrandMark /> }}
      art={{ src: picture ?? sectors, alt: '' }}
      // Isolated direction keeps a full stop at the end of its sentence.
      title={<bdi>{landing?.title ?? community.description ?? t('landing.title', { community: community.title })}</bdi>}
      text={<bdi>{landing?.text ?? t('landing.text', { community: community.title })}</bdi>}
      notice={
        hasFailed && (
          <Suspense>
            <ThirdPartyFailed />
          </Suspense>
        )
      }
      actions={
        <>
          <LinkButton href="#/login" variant="primary" size="l">
            {t('landing.login')}
          </LinkButton>
          <LinkButton href="#/signup" size="l">
            {t('landing.signup')}
          </LinkButton>
          {flags.third_party_auth && (
            <Suspense>
              <ThirdPartyButton />
            </Suspense>
          )}
        </>
      }
      small={
        <>
          {t('legal.accept')} <Link href="/terms">{t('legal.terms')}</Link>
          {' · '}
          <Link href="/privacy">{t('legal.privacy')}</Link>
        </>
      }
    />
  );
}
