import { useText } from '@paddock/mfe-kit/i18n';

/** Loaded when it is asked for. */
export function Rest() {
  const t = useText();
  return <p>{t('rest')}</p>;
}
