import { login } from '@paddock/contract/calls/account';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button } from '@paddock/ui/button';
import { Form, TextInput } from '@paddock/ui/field';
import { Entry } from '@paddock/ui/hero';
import { PinField } from '@paddock/ui/pin-field';
import { useRef, useState } from 'react';
import { useEntrySide } from '../art/use-entry-side';

const codeDigits = 6;

/** Correct name and password, kept while the second factor is pending. */
export interface Credentials {
  username_or_email: string;
  password: string;
}

interface SecondStepProps {
  credentials: Credentials;
  onBack: () => void;
}

/** The typed code, and the sign-in with it. */
function useCode({ credentials, onBack }: SecondStepProps) {
  const t = useText();
  const errorText = useErrorText();
  const { signIn } = useSession();
  const enter = useCallMutation(login);
  const input = useRef<HTMLInputElement>(null);
  const [recovering, setRecovering] = useState(false);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  const change = (value: string) => {
    setCode(value);
    setFault(null);
  };
  const send = async (value: string) => {
    if (enter.isPending || isIncomplete(value, recovering)) return;
    setFault(null);
    try {
      const { token, user } = await enter.mutateAsync({ ...credentials, code: value });
      signIn(token, user);
    } catch (error) {
      const refused = asApiError(error);
      // The password has changed meanwhile.
      if (refused.code === 'INVALID_CREDENTIALS') return onBack();
      const isWrong = refused.code === 'SECOND_FACTOR_INVALID';
      setFault(isWrong ? t(recovering ? 'login.second.recovery_invalid' : 'login.second.invalid') : errorText(refused));
      if (isWrong && !recovering) setCode('');
      input.current?.focus();
    }
  };
  return { input, code, change, fault, send, isPending: enter.isPending, recovering, setRecovering };
}

/** Asks for the authenticator's code or a recovery code after a correct password. */
export function SecondStep(props: SecondStepProps) {
  const { onBack } = props;
  const t = useText();
  const { input, code, change, fault, send, isPending, recovering, setRecovering } = useCode(props);
  return (
    <Entry
      side={useEntrySide()}
      mark={<BrandMark size={24} />}
      title={t('login.second.title')}
      text={t('login.second.text')}
      live
      back={{ label: t('back'), onPress: onBack }}
    >
      <Form
        aria-label={t('login.second.title')}
        onSubmit={(event) => {
          event.preventDefault();
          void send(code);
        }}
      >
        {recovering ? (
          <TextInput
            key="recovery"
            ref={input}
            label={t('login.second.recovery')}
            help={t('login.second.recovery_help')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            maxLength={40}
            value={code}
            onChange={(event) => change(event.currentTarget.value)}
            error={fault}
            autoFocus
          />
        ) : (
          <PinField
            key="app"
            ref={input}
            label={t('login.second.code')}
            help={t('login.second.code_help')}
            value={code}
            onChange={change}
            onComplete={(value) => void send(value)}
            pending={isPending}
            error={fault}
            autoFocus
          />
        )}
        <p className="sr-only" role="alert">
          {fault}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="l"
          wide
          pending={isPending}
          disabled={isIncomplete(code, recovering)}
        >
          {t('login.second.submit')}
        </Button>
      </Form>
      <div className="stack gap-3">
        <Button
          variant="outline"
          size="l"
          wide
          onPress={() => {
            change('');
            setRecovering(!recovering);
          }}
        >
          {t(recovering ? 'login.second.use_app' : 'login.second.use_recovery')}
        </Button>
        <Button wide variant="quiet" onPress={onBack}>
          {t('login.second.back')}
        </Button>
      </div>
    </Entry>
  );
}

function isIncomplete(code: string, recovering: boolean): boolean {
  return recovering ? code.trim() === '' : code.length < codeDigits;
}
