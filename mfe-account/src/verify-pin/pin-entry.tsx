import { asApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Form } from '@paddock/ui/field';
import { PinField } from '@paddock/ui/pin-field';
import { useRef, useState } from 'react';
import { usePinWait } from './pin-wait';

const pinDigits = 6;

interface PinEntryProps {
  /** The accessible name of the form. */
  label: string;
  help: string;
  verify: (pin: string) => Promise<unknown>;
  /** Sends another PIN, and returns the seconds until the next one. */
  resend: () => Promise<{ retry_after: number }>;
  size?: 'l';
}

/** Takes the PIN of a mail, submits it with its last digit, and sends another one. */
export function PinEntry({ label, help, verify, resend, ...size }: PinEntryProps) {
  const t = useText();
  const errorText = useErrorText();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [pending, setPending] = useState<'verify' | 'resend'>();
  /** What is wrong with the PIN, or why the service did not check it. */
  const [fault, setFault] = useState<{ text: string; ofPin: boolean } | null>(null);
  const [wait, setWait] = usePinWait();

  const check = async (code: string) => {
    if (pending !== undefined || code.length < pinDigits) return;
    setFault(null);
    setPending('verify');
    try {
      await verify(code);
    } catch (error) {
      const refused = asApiError(error);
      const known = refused.code === 'INVALID_PIN' || refused.code === 'PIN_EXPIRED';
      setFault({ text: known ? t(`codes.${refused.code}`) : errorText(refused), ofPin: known });
      // Keep a PIN that the service did not check: it can be sent again.
      if (known) setPin('');
      input.current?.focus();
    } finally {
      setPending(undefined);
    }
  };
  const sendAgain = async () => {
    setPending('resend');
    try {
      const { retry_after } = await resend();
      setWait(retry_after);
      setPin('');
      setFault(null);
      toast('verify_pin.sent');
      input.current?.focus();
    } catch (error) {
      const { code, retryAfter } = asApiError(error);
      if (code === 'TOO_MANY_REQUESTS' && retryAfter !== undefined) setWait(retryAfter);
      toast.error(error);
    } finally {
      setPending(undefined);
    }
  };

  return (
    <>
      <Form
        aria-label={label}
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
          help={help}
          value={pin}
          onChange={(value) => {
            setPin(value);
            setFault(null);
          }}
          onComplete={(value) => void check(value)}
          pending={pending === 'verify'}
          error={fault?.ofPin && fault.text}
          autoFocus
        />
        {fault?.ofPin && (
          <p className="sr-only" role="alert">
            {fault.text}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          wide
          pending={pending === 'verify'}
          disabled={pin.length < pinDigits}
          {...size}
        >
          {t('verify_pin.submit')}
        </Button>
      </Form>
      <Button wide pending={pending === 'resend'} disabled={wait > 0} onPress={() => void sendAgain()} {...size}>
        {wait > 0 ? t('verify_pin.resend_in', { time: clock(wait) }) : t('verify_pin.resend')}
      </Button>
    </>
  );
}

/** `0:42`, `12:05`. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
