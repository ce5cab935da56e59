import { changePassword, changePasswordForm } from '@paddock/contract/calls/account';
import { readSessions } from '@paddock/contract/calls/sessions';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import styles from './settings.module.css';

const form = defineForm({
  id: 'change-password',
  schema: changePasswordForm,
  fields: (t) => [
    {
      type: 'password',
      name: 'password',
      label: t('settings.password'),
      autoComplete: 'current-password',
      codes: { WRONG_PASSWORD: t('codes.WRONG_PASSWORD') },
    },
    { type: 'password', name: 'new_password', label: t('settings.new_password'), autoComplete: 'new-password' },
    { type: 'password', name: 'confirm_password', label: t('settings.confirm_password'), autoComplete: 'new-password' },
  ],
  submit: (t) => t('settings.change_password'),
});

/** Current password, new one twice. Ends all other sessions of the member. */
export function ChangePassword({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  const change = useCallMutation(changePassword, { invalidates: [readSessions] });
  return (
    <div className={styles.form}>
      <DataForm
        form={form}
        onSubmit={async (passwords) => {
          await change.mutateAsync({ id: user!.id, verb: 'change_password', ...passwords });
          onDone();
        }}
      >
        {/* Tells password managers which account the new password belongs to. */}
        <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
      </DataForm>
    </div>
  );
}
