import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useStore } from '@paddock/mfe-kit/store';
import { Banner } from '@paddock/ui/banner';
import { useEffect } from 'react';
import { thirdPartyFailure } from './third-party-failure';
import { useProviderTitle } from './use-third-party';

/** Shows on the landing page why a third-party sign-in failed. */
export function ThirdPartyFailed() {
  const t = useText();
  const errorText = useErrorText();
  const failure = useStore(thirdPartyFailure);
  const title = useProviderTitle();
  useEffect(() => () => thirdPartyFailure.set(null), []);
  if (failure === null) return null;
  const texts = {
    cancelled: [t('third_party.cancelled'), t('third_party.cancelled_text', { title })],
    foreign: [t('third_party.failed'), t('third_party.failed_text', { title })],
    unverified: [t('third_party.unverified'), t('third_party.unverified_text', { title })],
    second_factor: [t('third_party.second_factor'), t('third_party.second_factor_text')],
  } as const;
  const kind = typeof failure === 'string' ? failure : kinds[failure.code];
  const [heading, text] = kind ? texts[kind] : [t('third_party.failed'), errorText(failure)];
  return (
    <Banner kind="bad" live="alert">
      <strong>{heading}</strong> {text}
    </Banner>
  );
}

const kinds: Record<string, 'foreign' | 'unverified' | 'second_factor' | undefined> = {
  THIRD_PARTY_FAILED: 'foreign',
  THIRD_PARTY_UNVERIFIED: 'unverified',
  SECOND_FACTOR_REQUIRED: 'second_factor',
};
