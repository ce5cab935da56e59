import type { Profile } from '@paddock/contract/calls/people';
import { liftTotp, readMemberTotp } from '@paddock/contract/calls/second-factor';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { FactRow, Facts } from '@paddock/ui/event';
import { SectionHead } from '@paddock/ui/row';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import styles from '../profile/profile-body.module.css';

/** For super admins: turns off the authenticator app of a member who lost it. Renders nothing if they have none. */
export function LostFactor({ member: { id, fullname } }: { member: Profile }) {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const answer = useCallQuery(readMemberTotp, { id });
  const lift = useCallMutation(liftTotp, { invalidates: [readMemberTotp] });
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = () =>
    lift.mutate(
      { id },
      {
        onSuccess: () => {
          close();
          toast('factor.lifted');
        },
        // The member has turned it off meanwhile, which counts as success.
        onError: ({ code }) => code === 'NOT_FOUND' && close(),
      },
    );
  const ask = () => {
    lift.reset();
    setAsking(true);
  };

  if (answer.isPending || answer.data?.totp === false) return null;
  return (
    <section className={styles.section}>
      <SectionHead>{t('factor.section')}</SectionHead>
      {answer.data ? (
        <Card className={styles.card ?? ''}>
          <Facts>
            <FactRow
              icon={ShieldCheck}
              title={t('factor.title')}
              sub={t('factor.text')}
              action={
                <Button size="s" className={styles.action ?? ''} onPress={ask}>
                  {t('factor.lift')}
                </Button>
              }
            />
          </Facts>
        </Card>
      ) : (
        <Banner
          kind="bad"
          action={
            <Button size="s" pending={answer.isFetching} onPress={() => void answer.refetch()}>
              {t('factor.retry')}
            </Button>
          }
        >
          {errorText(answer.error)}
        </Banner>
      )}
      <ConfirmDialog
        open={asking}
        onClose={close}
        onConfirm={confirm}
        title={t('factor.ask', { name: fullname })}
        text={t('factor.warning')}
        confirmLabel={t('factor.lift')}
        cancelLabel={t('factor.cancel')}
        danger
        pending={lift.isPending}
      >
        {lift.error && lift.error.code !== 'NOT_FOUND' && (
          <Banner kind="bad" live="alert">
            {errorText(lift.error)}
          </Banner>
        )}
      </ConfirmDialog>
    </section>
  );
}
