import {
  codeForm,
  confirmTotp,
  ownPasswordForm,
  readSecurity,
  removeTotp,
  removeTotpForm,
  startTotp,
} from '@paddock/contract/calls/second-factor';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Tag } from '@paddock/ui/tag';
import { type ReactNode, useState } from 'react';
import { QrCode } from './security-qr-code';
import { RecoveryCodes } from './security-recovery-codes';
import { passwordField } from './password-field';
import styles from './security.module.css';
import { useStepFocus } from './use-step-focus';

type Step =
  | { at: 'rest' }
  | { at: 'password' }
  | { at: 'scan'; secret: string; uri: string }
  | { at: 'codes'; codes: string[] }
  | { at: 'off' };

const codeField = (label: string, wrong: string) => ({
  type: 'input' as const,
  name: 'code' as const,
  label,
  autoComplete: 'one-time-code',
  autoCapitalize: 'none' as const,
  codes: { SECOND_FACTOR_INVALID: wrong },
});

const passwordForm = defineForm({
  id: 'totp-password',
  schema: () => ownPasswordForm,
  draft: false,
  fields: (t) => [passwordField(t)],
  submit: (t) => t('security.totp.next'),
});

const proveForm = defineForm({
  id: 'totp-code',
  schema: () => codeForm,
  draft: false,
  fields: (t) => [codeField(t('security.totp.code'), t('security.totp.wrong'))],
  submit: (t) => t('security.totp.confirm'),
});

const offForm = defineForm({
  id: 'totp-off',
  schema: () => removeTotpForm,
  draft: false,
  fields: (t) => [passwordField(t), codeField(t('security.totp.off_code'), t('login.second.invalid'))],
  submit: (t) => t('security.totp.turn_off'),
});

/** Sets up the authenticator app in three steps; turns it off in one. */
export function SecurityTotp({ isOn, left }: { isOn: boolean; left: number }) {
  const t = useText();
  const toast = useToast();
  const start = useCallMutation(startTotp);
  const confirm = useCallMutation(confirmTotp, { invalidates: [readSecurity] });
  const remove = useCallMutation(removeTotp, { invalidates: [readSecurity] });
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const rest = () => setStep({ at: 'rest' });
  const part = useStepFocus(step.at === 'rest' ? undefined : step.at);

  const shown: Record<Step['at'], () => ReactNode> = {
    rest: () => (
      <>
        {isOn && left <= 3 && (
          <p className="label text-secondary">
            {t('security.totp.left', { count: left })} {t('security.totp.few')}
          </p>
        )}
        <div>
          <Button
            data-opens="password scan codes off"
            variant={isOn ? 'danger-outline' : 'neutral'}
            onPress={() => setStep({ at: isOn ? 'off' : 'password' })}
          >
            {t(isOn ? 'security.totp.turn_off' : 'security.totp.set_up')}
          </Button>
        </div>
      </>
    ),
    password: () => (
      <DataForm
        form={passwordForm}
        onSubmit={async (input) => setStep({ at: 'scan', ...(await start.mutateAsync(input)) })}
      />
    ),
    scan: () =>
      step.at === 'scan' && (
        <>
          <p>{t('security.totp.scan')}</p>
          <div className={styles.scan}>
            <QrCode text={step.uri} label={t('security.totp.qr')} />
            <div className="stack gap-1 grow">
              <p className="label text-secondary">{t('security.totp.by_hand')}</p>
              <p className={styles.key} dir="ltr">
                {step.secret.match(/.{1,4}/g)?.join(' ')}
              </p>
            </div>
          </div>
          <DataForm
            form={proveForm}
            onSubmit={async (input) => {
              try {
                const { recovery_codes } = await confirm.mutateAsync(input);
                setStep({ at: 'codes', codes: recovery_codes });
              } catch (error) {
                if (asApiError(error).code !== 'CONFLICT') throw error;
                toast('security.totp.started_over', { kind: 'bad' });
                rest();
              }
            }}
          />
        </>
      ),
    codes: () => step.at === 'codes' && <RecoveryCodes codes={step.codes} onDone={rest} />,
    off: () => (
      <>
        <p className="text-secondary">{t('security.totp.turn_off_text')}</p>
        <DataForm
          form={offForm}
          onSubmit={async (input) => {
            await remove.mutateAsync(input);
            toast('security.totp.turned_off');
            rest();
          }}
        />
      </>
    ),
  };
  return (
    <section ref={part} className={styles.part} aria-label={t('security.totp.title')}>
      <div className="stack gap-1">
        <div className={styles.title}>
          <h3 className="heading" tabIndex={-1}>
            {t('security.totp.title')}
          </h3>
          {isOn && <Tag kind="ok">{t('security.totp.on')}</Tag>}
        </div>
        {step.at === 'rest' && <p className="text-secondary">{t('security.totp.text')}</p>}
      </div>
      {shown[step.at]()}
      {step.at !== 'rest' && step.at !== 'codes' && (
        <div>
          <Button variant="quiet" onPress={rest}>
            {t('security.cancel')}
          </Button>
        </div>
      )}
    </section>
  );
}
