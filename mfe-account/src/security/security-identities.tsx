import type { CallReply } from '@paddock/contract/core/call';
import { sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import { ownPasswordForm, readSecurity } from '@paddock/contract/calls/second-factor';
import { linkIdentity, removeIdentity } from '@paddock/contract/calls/third-party';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { ListRow, Rows } from '@paddock/ui/row';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { openProvider } from '../loading/use-third-party';
import { passwordField } from './password-field';
import styles from './security.module.css';
import { useStepFocus } from './use-step-focus';

type Security = CallReply<typeof readSecurity>;
type Identity = Security['identities'][number];

const linkForm = defineForm({
  id: 'link-identity',
  schema: () => ownPasswordForm,
  draft: false,
  fields: (t) => [passwordField(t)],
  submit: (t) => t('security.identities.next'),
});

const removeForm = defineForm({
  id: 'remove-identity',
  schema: () => ownPasswordForm,
  draft: false,
  fields: (t) => [passwordField(t)],
  submit: (t) => t('security.identities.remove'),
  danger: true,
});

/** Lists the member's accounts at the provider; links and removes one after the password. */
export function SecurityIdentities({ identities, password: hasPassword }: Pick<Security, 'identities' | 'password'>) {
  const t = useText();
  const toast = useToast();
  const format = useFormat();
  const { flags } = useSession();
  const link = useCallMutation(linkIdentity);
  const remove = useCallMutation(removeIdentity, { invalidates: [readSecurity] });
  const [step, setStep] = useState<'link' | Identity>();
  const rest = () => setStep(undefined);
  const part = useStepFocus(typeof step === 'object' ? step.id : step);
  const title = flags.third_party_auth ? flags.third_party_auth.title : undefined;
  const canLink = title !== undefined && identities.every(({ provider }) => provider !== title);
  return (
    <section ref={part} className={styles.part} aria-label={t('security.identities.title')}>
      <div className="stack gap-1">
        <h3 className="heading" tabIndex={-1}>
          {t('security.identities.title')}
        </h3>
        {title !== undefined && <p className="text-secondary">{t('security.identities.text')}</p>}
      </div>
      {identities.length === 0 ? (
        <p className="label text-tertiary">{t('security.identities.none')}</p>
      ) : (
        <Rows label={t('security.identities.title')} divider="none" className={styles.keys}>
          {identities.map((identity) => (
            <ListRow
              key={identity.id}
              icon={IdCard}
              title={<bdi>{identity.provider}</bdi>}
              sub={t('security.identities.since', { when: format.relative(identity.linked) })}
              end={
                hasPassword && (
                  <Button
                    size="s"
                    aria-label={t('security.identities.remove_one', { name: identity.provider })}
                    data-opens={identity.id}
                    onPress={() => setStep(identity)}
                  >
                    {t('security.identities.remove')}
                  </Button>
                )
              }
            />
          ))}
        </Rows>
      )}
      {!hasPassword && <NoPassword />}
      {step === undefined && hasPassword && canLink && (
        <div>
          <Button data-opens="link" onPress={() => setStep('link')}>
            {t('security.identities.link', { title })}
          </Button>
        </div>
      )}
      {step === 'link' && (
        <DataForm
          form={linkForm}
          onSubmit={async (input) => openProvider({ ...(await link.mutateAsync(input)), isLinking: true })}
        />
      )}
      {step !== undefined && step !== 'link' && (
        <>
          <p className="text-secondary">
            {t(step.provider === title ? 'security.identities.remove_text' : 'security.identities.remove_former_text', {
              name: step.provider,
            })}
          </p>
          <DataForm
            key={step.id}
            form={removeForm}
            onSubmit={async (input) => {
              await remove.mutateAsync({ id: step.id, ...input });
              toast('security.identities.removed');
              // The row and its button are removed by the list's next reading.
              part.current?.querySelector('h3')?.focus();
              rest();
            }}
          />
        </>
      )}
      {step !== undefined && (
        <div>
          <Button variant="quiet" onPress={rest}>
            {t('security.cancel')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Mails a link to set the first password, without which removing the linked account would close the only way in. */
function NoPassword() {
  const t = useText();
  const toast = useToast();
  const { user } = useSession();
  const send = useCallMutation(sendResetPasswordLink);
  const request = async () => {
    try {
      await send.mutateAsync({ email: user!.email });
      toast('codes.MAIL_SENT_RESET_PASSWORD');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <p className="text-secondary">{t('security.identities.no_password')}</p>
      <div>
        <Button pending={send.isPending} onPress={() => void request()}>
          {t('security.identities.set_password')}
        </Button>
      </div>
    </>
  );
}
