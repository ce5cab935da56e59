import { deleteAccount, deleteAccountForm } from '@paddock/contract/calls/account-data';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { useState } from 'react';
import { ExportData } from './export-data';
import styles from './settings.module.css';

const form = defineForm({
  id: 'delete-account',
  schema: () => deleteAccountForm,
  fields: (t) => [
    {
      type: 'password',
      name: 'password',
      label: t('settings.password'),
      autoComplete: 'current-password',
      codes: { WRONG_PASSWORD: t('codes.WRONG_PASSWORD') },
    },
  ],
  submit: (t) => t('delete_account.title'),
  danger: true,
});

/** Explains what is deleted, offers the data export, then asks for the password and a confirmation. */
export function DeleteAccount() {
  const t = useText();
  const toast = useToast();
  const { community, signOut } = useSession();
  const remove = useCallMutation(deleteAccount);
  const [asking, setAsking] = useState<{ password: string; answer: (agreed: boolean) => void }>();
  const answer = (agreed: boolean) => {
    asking?.answer(agreed);
    setAsking(undefined);
  };
  return (
    <div className={`${styles.form} stack gap-4`}>
      <p className="text-secondary">{t('delete_account.text', { community: community.title })}</p>
      <ExportData />
      <DataForm
        form={form}
        onSubmit={async ({ password }) => {
          const agreed = await new Promise<boolean>((resolve) => setAsking({ password, answer: resolve }));
          if (!agreed) return;
          await remove.mutateAsync({ password });
          await signOut();
          toast('delete_account.goodbye', { community: community.title });
        }}
      />
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => answer(false)}
        onConfirm={() => answer(true)}
        title={t('delete_account.confirm')}
        text={t('delete_account.warning')}
        confirmLabel={t('delete_account.title')}
        cancelLabel={t('delete_account.cancel')}
        danger
      />
    </div>
  );
}
