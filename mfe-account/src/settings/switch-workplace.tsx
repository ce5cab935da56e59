import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { workplacesOf } from '@paddock/contract/core/workplaces';
import { RadioGroup } from '@paddock/ui/choice';

/** Workplaces open to a member: all and the default (no workplace) option for super admins, their own for others (A §6). */
export function useWorkplaceChoices(): { id: string; title: string }[] {
  const t = useText();
  const { user, flags, workplaces } = useSession();
  if (!user || !flags.workplaces_enabled) return [];
  if (user.admin) return [{ id: '', title: t('settings.no_workplace') }, ...workplaces];
  return workplacesOf(user, { flags, workplaces });
}

/** Switching stores the workplace in this browser and reloads its data. */
export function SwitchWorkplace({ choices }: { choices: { id: string; title: string }[] }) {
  const t = useText();
  const { workplace, switchWorkplace } = useSession();
  return (
    <RadioGroup
      label={t('settings.switch_workplace')}
      options={choices.map(({ id, title }) => ({ id, label: title }))}
      value={workplace}
      onChange={switchWorkplace}
    />
  );
}
