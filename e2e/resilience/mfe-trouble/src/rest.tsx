import { useText } from '@paddock/mfe-kit/i18n';

/** Loaded on demand. */
export function Rest() {
  const t = useText();
  return <p>{t('rest')}</p>;
}
