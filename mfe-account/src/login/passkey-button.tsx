import { passkeyLogin, startPasskeyLogin } from '@paddock/contract/calls/second-factor';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useSession } from '@paddock/mfe-kit/session';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';

/** Checks without the library, which loads on first use. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window;

/** Signs in with any of the device's passkeys for this community. */
export function PasskeyButton() {
  const t = useText();
  const errorText = useErrorText();
  const { api } = useKit();
  const { signIn } = useSession();
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const enter = async () => {
    setPending(true);
    setFault(null);
    try {
      const [{ startAuthentication }, { options, challenge_id }] = await Promise.all([
        import('@simplewebauthn/browser'),
        api.call(startPasskeyLogin, {}),
      ]);
      const ceremony = startAuthentication({ optionsJSON: options as never });
      const answer = await ceremony.catch(() => undefined);
      if (answer === undefined) return setFault(t('passkey.cancelled'));
      const { token, user } = await api.call(passkeyLogin, { challenge_id, response: { ...answer } });
      signIn(token, user);
    } catch (error) {
      const refused = asApiError(error);
      setFault(refused.code === 'PASSKEY_FAILED' ? t('passkey.failed') : errorText(refused));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button variant="outline" size="l" wide icon={Fingerprint} pending={pending} onPress={() => void enter()}>
        {t('login.passkey')}
      </Button>
      {fault !== null && (
        <Banner kind="bad" live="alert">
          {fault}
        </Banner>
      )}
    </>
  );
}
