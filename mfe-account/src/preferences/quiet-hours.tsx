import { updatePreferences } from '@paddock/contract/calls/notifications';
import type { QuietHours as Hours } from '@paddock/contract/calls/users';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Switch } from '@paddock/ui/choice';
import { TextInput } from '@paddock/ui/field';
import { useState } from 'react';
import styles from './preferences.module.css';

const night = { from: '22:00', to: '07:00' };
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The hours without push messages, in the zone of the device on which the member set them. */
export function QuietHours() {
  const t = useText();
  const toast = useToast();
  const { user, updateUser } = useSession();
  const { mutateAsync, isPending } = useCallMutation(updatePreferences);
  const stored = user?.quiet_hours;
  const [draft, setDraft] = useState<Hours>();
  if (!user) return null;

  const store = async (hours: Hours | null) => {
    try {
      updateUser(await mutateAsync({ id: user.id, quiet_hours: hours }));
      toast('codes.PN_UPDATED');
    } catch {
      toast('codes.PN_ERROR_RESPONSE', { kind: 'bad' });
    }
    setDraft(undefined);
  };
  const shown = draft ?? stored;
  const isEmpty = shown !== undefined && shown.from === shown.to;
  const field = (name: 'from' | 'to') =>
    shown && (
      <TextInput
        type="time"
        label={t(`preferences.quiet_${name}`)}
        value={shown[name]}
        onChange={(event) => setDraft({ ...shown, [name]: event.target.value || shown[name], zone: ownZone() })}
        onBlur={() => {
          if (draft && !isEmpty && (draft.from !== stored?.from || draft.to !== stored.to)) void store(draft);
        }}
      />
    );
  return (
    <>
      <Switch
        checked={stored !== undefined}
        pending={isPending}
        help={
          stored ? t('preferences.quiet_zone', { zone: stored.zone.replaceAll('_', ' ') }) : t('preferences.quiet_help')
        }
        onChange={(event) => void store(event.target.checked ? { ...night, zone: ownZone() } : null)}
      >
        {t('preferences.quiet')}
      </Switch>
      {shown && (
        <div className={styles.hours}>
          {field('from')}
          {field('to')}
        </div>
      )}
      {isEmpty && <p className="label text-secondary">{t('preferences.quiet_empty')}</p>}
    </>
  );
}
