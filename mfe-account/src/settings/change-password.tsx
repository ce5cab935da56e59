import { changePassword, changePasswordForm } from '@paddock/contract/account';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Form, PasswordInput } from '@paddock/ui/field';
import { useMemo } from 'react';
import { useCodeForm } from '../forms/use-code-form';
import styles from './settings.module.css';

const empty = { password: '', new_password: '', confirm_password: '' };
const fields = ['password', 'new_password', 'confirm_password'] as const;

/** Old password, new one twice. All other sessions of the member end. */
export function ChangePassword({ onDone }: { onDone: () => void }) {
  const t = useText();
  const { user, flags } = useSession();
  const change = useCallMutation(changePassword);
  const { field, send, failure, pending, disabled } = useCodeForm({
    schema: useMemo(() => changePasswordForm(flags), [flags]),
    defaultValues: empty,
    mandatory: fields,
    async submit(values) {
      await change.mutateAsync({ id: user!.id, verb: 'change_password', ...values });
      onDone();
    },
  });
  return (
    <Form className={styles.form} onSubmit={(event) => void send(event)} aria-label={t('settings.change_password')}>
      {failure && (
        <Banner kind="bad" live="alert">
          {failure}
        </Banner>
      )}
      {fields.map((name) => (
        <PasswordInput
          key={name}
          {...field(name)}
          label={t(`settings.${name}`)}
          autoComplete={name === 'password' ? 'current-password' : 'new-password'}
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
        />
      ))}
      <div>
        <Button type="submit" variant="primary" pending={pending} disabled={disabled}>
          {t('settings.change_password')}
        </Button>
      </div>
    </Form>
  );
}
