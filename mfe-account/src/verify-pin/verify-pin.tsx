import { sendEmailPin, verifyPin } from '@paddock/contract/calls/email-verification';
import type { Self } from '@paddock/contract/calls/users';
import { useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button } from '@paddock/ui/button';
import { Entry } from '@paddock/ui/hero';
import { MailCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { StatePage } from '../entry/state-page';
import { useGoOn } from '../entry/next-page';
import { usePolledSelf } from '../entry/use-polled-self';
import { PinEntry } from './pin-entry';

/** Milliseconds for which 'Email verified' shows. */
const readingMs = 2500;

/** Verifies the address by the mail's PIN, or notices that the mail's link was opened elsewhere. */
export function VerifyPin() {
  const { user } = useSession();
  const { data: now } = usePolledSelf();
  const [confirmed, setConfirmed] = useState<Self | null>(null);
  // Already verified (typed the URL): continue without a message.
  const [knownBefore] = useState(user?.email_verified === true);
  const goOn = useGoOn();
  const leave = useEffectEvent(() => user && goOn(user));
  useEffect(() => {
    if (knownBefore) leave();
  }, [knownBefore]);

  const verified = confirmed ?? (now?.email_verified ? now : null);
  if (knownBefore || !user) return null;
  return verified ? <Verified user={verified} /> : <PinForm email={now?.email ?? user.email} onDone={setConfirmed} />;
}

function PinForm({ email, onDone }: { email: string; onDone: (user: Self) => void }) {
  const t = useText();
  const { flags, signOut } = useSession();
  const verify = useCallMutation(verifyPin);
  const resend = useCallMutation(sendEmailPin);
  return (
    <Entry
      side={useEntrySide()}
      mark={<BrandMark size={24} />}
      title={t('verify_pin.title')}
      text={
        <>
          {t('verify_pin.text')} <bdi className="strong">{email}</bdi>
        </>
      }
    >
      <PinEntry
        label={t('verify_pin.title')}
        help={t('verify_pin.help')}
        size="l"
        verify={async (pin) => onDone(await verify.mutateAsync({ pin }))}
        resend={() => resend.mutateAsync({})}
      />
      <div className="stack gap-3">
        {!flags.disable_user_edit_email && (
          <p className="label text-secondary">
            {t('verify_pin.wrong_address')}{' '}
            <Link href="/edit_email" className="link">
              {t('verify_pin.edit_email')}
            </Link>
          </p>
        )}
        <Button wide variant="quiet" onPress={() => void signOut()}>
          {t('settings.log_out')}
        </Button>
      </div>
    </Entry>
  );
}

/** Shows the success and continues automatically. */
function Verified({ user }: { user: Self }) {
  const t = useText();
  const goOn = useGoOn();
  const leave = useEffectEvent(() => goOn(user));
  useEffect(() => {
    const read = setTimeout(leave, readingMs);
    return () => clearTimeout(read);
  }, []);
  return (
    <StatePage
      kind="ok"
      icon={MailCheck}
      title={t('verify_pin.verified')}
      text={t('verify_pin.thank_you')}
      actions={
        <Button variant="primary" size="l" onPress={() => goOn(user)}>
          {t('link.onward')}
        </Button>
      }
    />
  );
}
