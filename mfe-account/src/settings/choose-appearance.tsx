import { useText } from '@paddock/mfe-kit/i18n';
import { appearances, useAppearance } from '@paddock/mfe-kit/platform';
import { RadioGroup } from '@paddock/ui/choice';

/** Light, dark, or as the device is set; for this browser. */
export function ChooseAppearance() {
  const t = useText();
  const [appearance, choose] = useAppearance();
  return (
    <RadioGroup
      label={t('settings.appearance')}
      labelHidden
      help={t('settings.appearance_help')}
      options={appearances.map((id) => ({ id, label: t(`settings.appearances.${id}`) }))}
      value={appearance}
      onChange={choose}
    />
  );
}
