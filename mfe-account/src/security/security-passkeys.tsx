import { passwordField } from './password-field';
import type { CallReply } from '@paddock/contract/core/call';
import {
  addPasskey,
  addPasskeyForm,
  readSecurity,
  removePasskey,
  startPasskey,
} from '@paddock/contract/calls/second-factor';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { ListRow, Rows } from '@paddock/ui/row';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { canUsePasskeys } from '../login/passkey-button';
import styles from './security.module.css';
import { useStepFocus } from './use-step-focus';

type Passkey = CallReply<typeof readSecurity>['passkeys'][number];

const form = defineForm({
  id: 'add-passkey',
  schema: () => addPasskeyForm,
  draft: false,
  fields: (t) => [
    {
      type: 'input',
      name: 'name',
      label: t('security.passkeys.name'),
      help: t('security.passkeys.name_help'),
      autoComplete: 'off',
    },
    passwordField(t),
  ],
  submit: (t) => t('security.passkeys.create'),
});

/** Lists, adds and removes the member's passkeys. */
export function SecurityPasskeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useText();
  const toast = useToast();
  const format = useFormat();
  const start = useCallMutation(startPasskey);
  const add = useCallMutation(addPasskey, { invalidates: [readSecurity] });
  const remove = useCallMutation(removePasskey, { invalidates: [readSecurity] });
  const [adding, setAdding] = useState(false);
  const [selected, setSelected] = useState<Passkey | null>(null);
  const part = useStepFocus(adding ? 'add' : undefined);

  const create = async ({ name, password }: { name: string; password: string }) => {
    const { options } = await start.mutateAsync({ password });
    const { startRegistration } = await import('@simplewebauthn/browser');
    const made = startRegistration({ optionsJSON: options as never });
    const response = await made.catch((cause: Error) => {
      const known = cause.name === 'InvalidStateError';
      throw new ApiError('PASSKEY_FAILED', t(known ? 'passkey.known' : 'passkey.cancelled'), 401);
    });
    await add.mutateAsync({ name, response: { ...response } });
    setAdding(false);
    toast('security.passkeys.added');
  };
  const removeSelected = async ({ id }: Passkey) => {
    try {
      await remove.mutateAsync({ id });
      toast('security.passkeys.removed');
    } catch (error) {
      toast.error(error);
    }
    setSelected(null);
  };
  return (
    <section ref={part} className={styles.part} aria-label={t('security.passkeys.title')}>
      <div className="stack gap-1">
        <h3 className="heading" tabIndex={-1}>
          {t('security.passkeys.title')}
        </h3>
        <p className="text-secondary">{t('security.passkeys.text')}</p>
      </div>
      {passkeys.length === 0 ? (
        <p className="label text-tertiary">{t('security.passkeys.none')}</p>
      ) : (
        <Rows label={t('security.passkeys.title')} divider="none" className={styles.keys}>
          {passkeys.map((passkey) => (
            <ListRow
              key={passkey.id}
              icon={Fingerprint}
              title={<bdi>{passkey.name}</bdi>}
              sub={
                passkey.last_used === undefined
                  ? t('security.passkeys.created', { when: format.relative(passkey.created) })
                  : t('security.passkeys.used', { when: format.relative(passkey.last_used) })
              }
              end={
                <Button
                  size="s"
                  aria-label={t('security.passkeys.remove_one', { name: passkey.name })}
                  onPress={() => setSelected(passkey)}
                >
                  {t('security.passkeys.remove')}
                </Button>
              }
            />
          ))}
        </Rows>
      )}
      {adding ? (
        <>
          <DataForm form={form} onSubmit={create} />
          <div>
            <Button variant="quiet" onPress={() => setAdding(false)}>
              {t('security.cancel')}
            </Button>
          </div>
        </>
      ) : canUsePasskeys() ? (
        <div>
          <Button data-opens="add" onPress={() => setAdding(true)}>
            {t('security.passkeys.add')}
          </Button>
        </div>
      ) : (
        <p className="label text-secondary">{t('security.passkeys.unsupported')}</p>
      )}
      <ConfirmDialog
        open={selected !== null}
        onClose={() => setSelected(null)}
        title={t('security.passkeys.remove_title')}
        text={t('security.passkeys.remove_text', { name: selected?.name ?? '' })}
        confirmLabel={t('security.passkeys.remove')}
        cancelLabel={t('security.cancel')}
        danger
        pending={remove.isPending}
        onConfirm={() => selected && void removeSelected(selected)}
      />
    </section>
  );
}
