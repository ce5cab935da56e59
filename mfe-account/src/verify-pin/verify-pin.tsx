import { sendEmailPin, verifyPin } from '@paddock/contract/calls/email-verification';
import type { Self } from '@paddock/contract/calls/users';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button } from '@paddock/ui/button';
import { Form } from '@paddock/ui/field';
import { Entry } from '@paddock/ui/hero';
import { PinField } from '@paddock/ui/pin-field';
import { MailCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { StatePage } from '../entry/state-page';
import { useGoOn } from '../entry/next-page';
import { usePolledSelf } from '../entry/use-polled-self';
import { usePinWait } from './pin-wait';

const PLACES = 6;
/** Milliseconds for which 'Email verified' shows. */
const READING = 2500;

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
  const errorText = useErrorText();
  const toast = useToast();
  const { flags, signOut } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  /** What is wrong with the PIN, or why the service did not check it. */
  const [fault, setFault] = useState<{ text: string; ofPin: boolean } | null>(null);
  const [wait, setWait] = usePinWait();
  const verify = useCallMutation(verifyPin);
  const resend = useCallMutation(sendEmailPin);

  const check = async (code: string) => {
    if (verify.isPending || code.length < PLACES) return;
    setFault(null);
    try {
      onDone(await verify.mutateAsync({ pin: code }));
    } catch (error) {
      const refused = asApiError(error);
      const known = refused.code === 'INVALID_PIN' || refused.code === 'PIN_EXPIRED';
      setFault({ text: known ? t(`codes.${refused.code}`) : errorText(refused), ofPin: known });
      // Keep a PIN that the service did not check: it can be sent again.
      if (known) setPin('');
      input.current?.focus();
    }
  };
  const sendAgain = async () => {
    try {
      const { retry_after } = await resend.mutateAsync({});
      setWait(retry_after);
      setPin('');
      setFault(null);
      toast('verify_pin.sent');
      input.current?.focus();
    } catch (error) {
      const { code, retryAfter } = asApiError(error);
      if (code === 'TOO_MANY_REQUESTS' && retryAfter !== undefined) setWait(retryAfter);
      toast.error(error);
    }
  };

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
      <Form
        aria-label={t('verify_pin.title')}
        onSubmit={(event) => {
          event.preventDefault();
          void check(pin);
        }}
      >
        {fault?.ofPin === false && (
          <Banner kind="bad" live="alert">
            {fault.text}
          </Banner>
        )}
        <PinField
          ref={input}
          label={t('verify_pin.pin')}
          help={t('verify_pin.help')}
          value={pin}
          onChange={(value) => {
            setPin(value);
            setFault(null);
          }}
          onComplete={(value) => void check(value)}
          pending={verify.isPending}
          error={fault?.ofPin && fault.text}
          autoFocus
        />
        {fault?.ofPin && (
          <p className="sr-only" role="alert">
            {fault.text}
          </p>
        )}
        <Button type="submit" variant="primary" size="l" wide pending={verify.isPending} disabled={pin.length < PLACES}>
          {t('verify_pin.submit')}
        </Button>
      </Form>
      <div className="stack gap-3">
        <Button size="l" wide pending={resend.isPending} disabled={wait > 0} onPress={() => void sendAgain()}>
          {wait > 0 ? t('verify_pin.resend_in', { time: clock(wait) }) : t('verify_pin.resend')}
        </Button>
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
    const read = setTimeout(leave, READING);
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

/** `0:42`, `12:05`. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
