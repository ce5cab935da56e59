import { updatePreferences } from '@paddock/contract/calls/notifications';
import type { Boot } from '@paddock/contract/calls/boot';
import { useText } from '@paddock/mfe-kit/i18n';
import { languageName } from '@paddock/mfe-kit/language-name';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { RadioGroup } from '@paddock/ui/choice';
import { useState } from 'react';

type Language = Boot['languages'][number];

/** Sets the member's language for app and mails; the whole app changes at once. */
export function ChooseLanguage({ languages }: { languages: readonly Language[] }) {
  const t = useText();
  const toast = useToast();
  const { user, language, updateUser } = useSession();
  const { mutateAsync } = useCallMutation(updatePreferences);
  const [chosen, setChosen] = useState<Language>();
  const choose = async (id: Language) => {
    setChosen(id);
    try {
      updateUser(await mutateAsync({ id: user!.id, language: id }));
    } catch {
      toast('codes.PN_ERROR_RESPONSE', { kind: 'bad' });
    }
    setChosen(undefined);
  };
  return (
    <RadioGroup
      label={t('settings.language')}
      labelHidden
      help={t('settings.language_help')}
      options={languages.map((id) => ({ id, label: <span lang={id.replace('_', '-')}>{languageName(id)}</span> }))}
      value={chosen ?? languages.find((id) => id === language) ?? null}
      onChange={(id) => void choose(id)}
    />
  );
}
