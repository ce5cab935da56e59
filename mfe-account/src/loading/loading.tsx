import { thirdPartyLogin } from '@paddock/contract/third-party';
import { type ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import { type Entry, useEntry } from '@paddock/mfe-kit/entry';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Button, LinkButton } from '@paddock/ui/button';
import { Unlink, WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { StatePage } from '../entry/state-page';
import { takeBegun, useThirdParty } from './use-third-party';

type Failure = 'cancelled' | 'foreign' | ApiError;

/**
 * Where a provider sends people back to. Its answer is changed for a token that is good once, and that for a session as landing's
 * `?token=` is; an answer to what this window did not ask is not even looked at.
 */
export function Loading() {
  const t = useText();
  const { api, entry } = useKit();
  const navigate = useNavigate();
  const answer = useEntry();
  const [failure, setFailure] = useState<Failure | null>(null);

  const finish = useEffectEvent(async () => {
    const begun = takeBegun();
    if (answer.error !== undefined) return setFailure('cancelled');
    if (answer.code === undefined && answer.id_token === undefined) return navigate('/', { replace: true });
    const input = inputOf(answer, begun);
    if (input === undefined) return setFailure('foreign');
    try {
      const { token } = await api.call(thirdPartyLogin, input);
      entry.set({ token });
      navigate('/', { replace: true });
    } catch (error) {
      setFailure(asApiError(error));
    }
  });
  useEffect(() => {
    // Once, also where React tries every effect twice.
    const soon = setTimeout(() => void finish());
    return () => clearTimeout(soon);
  }, []);

  return failure === null ? <StatePage kind="busy" title={t('third_party.busy')} /> : <Failed failure={failure} />;
}

function inputOf({ code, state, iss, id_token }: Entry, begun: ReturnType<typeof takeBegun>) {
  if (begun === undefined) return undefined;
  const { nonce } = begun;
  if (code === undefined) return { id_token, nonce };
  return state === begun.state ? { code, state, iss, nonce } : undefined;
}

function Failed({ failure }: { failure: Failure }) {
  const t = useText();
  const errorText = useErrorText();
  const { flags } = useSession();
  const thirdParty = useThirdParty();
  const title = flags.third_party_auth ? flags.third_party_auth.title : t('third_party.provider');
  const passing = typeof failure !== 'string' && (failure.passing || failure.code === 'TOO_MANY_REQUESTS');
  const kind = typeof failure === 'string' ? failure : kinds[failure.code];
  const texts = {
    cancelled: [t('third_party.cancelled'), t('third_party.cancelled_text', { title })],
    foreign: [t('third_party.failed'), t('third_party.failed_text', { title })],
    unverified: [t('third_party.unverified'), t('third_party.unverified_text', { title })],
    second_factor: [t('third_party.second_factor'), t('third_party.second_factor_text')],
  } as const;
  const [heading, text] = kind ? texts[kind] : [t('third_party.failed'), errorText(failure)];
  return (
    <StatePage
      kind={passing ? 'wait' : 'bad'}
      icon={passing ? WifiOff : Unlink}
      title={heading}
      text={text}
      actions={
        <>
          {thirdParty && kind !== 'second_factor' && (
            <Button variant="ink" size="l" pending={thirdParty.pending} onPress={thirdParty.begin}>
              {t('third_party.again')}
            </Button>
          )}
          <LinkButton href="#/login" size="l">
            {t('third_party.log_in')}
          </LinkButton>
        </>
      }
    />
  );
}

const kinds: Record<string, 'foreign' | 'unverified' | 'second_factor' | undefined> = {
  THIRD_PARTY_FAILED: 'foreign',
  THIRD_PARTY_UNVERIFIED: 'unverified',
  SECOND_FACTOR_REQUIRED: 'second_factor',
};
