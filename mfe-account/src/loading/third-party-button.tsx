import { useText } from '@paddock/mfe-kit/i18n';
import { Button } from '@paddock/ui/button';
import { IdCard } from 'lucide-react';
import { useThirdParty } from './use-third-party';

/** Opens the provider's page; renders nothing without a provider. */
export function ThirdPartyButton() {
  const t = useText();
  const thirdParty = useThirdParty();
  if (!thirdParty) return null;
  const { title, pending, begin } = thirdParty;
  return (
    <Button variant="outline" size="l" wide icon={IdCard} pending={pending} onPress={begin}>
      {t('third_party.continue', { title })}
    </Button>
  );
}
