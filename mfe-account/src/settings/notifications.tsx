import { useText } from '@paddock/mfe-kit/i18n';
import { Switch } from '@paddock/ui/choice';
import { type Offered, type offeredPreferences, usePreferences } from './preferences';
import styles from './settings.module.css';

interface NotificationsProps {
  offered: ReturnType<typeof offeredPreferences>;
}

/** Switches for notifications, mails and chats; each takes effect without a Save button. */
export function Notifications({ offered }: NotificationsProps) {
  const t = useText();
  const { isOn, set } = usePreferences();
  const group = (title: string, switches: Offered[]) =>
    switches.length > 0 && (
      <fieldset className={styles.group}>
        <legend className="label strong text-secondary">{title}</legend>
        {switches.map(({ key, title: own }) => (
          <Switch
            key={key}
            checked={isOn(key)}
            onChange={(event) => set(key, event.target.checked)}
            {...(own !== undefined && { help: t('preferences.notices') })}
            {...(key === 'seen_marks' && { help: t('preferences.seen_marks_help') })}
          >
            {own ?? t(`preferences.${key.split('.')[0]}`)}
          </Switch>
        ))}
      </fieldset>
    );
  return (
    <div className="stack gap-4">
      {group(t('preferences.in_app'), offered.inApp)}
      {group(t('preferences.by_mail'), offered.byMail)}
      {group(t('preferences.in_chats'), offered.inChats)}
    </div>
  );
}
