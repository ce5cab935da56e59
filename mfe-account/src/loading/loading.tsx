import { thirdPartyLogin } from '@paddock/contract/calls/third-party';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useEntry } from '@paddock/mfe-kit/entry';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit, type EntryParameters } from '@paddock/mfe-kit/kit-context';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useEffectEvent } from 'react';
import { StatePage } from '../entry/state-page';
import { type ThirdPartyFailure, thirdPartyFailure } from './third-party-failure';
import { takeBegun, useProviderTitle } from './use-third-party';

const settings = '/main/settings/security';

/**
 * The provider's callback page. Exchanges the callback for a one-time token, which the shell exchanges for a session like
 * landing's `?token=`. Rejects a callback that this window did not request, without a call. A visitor's failure
 * redirects to the landing page, which shows the reason. A member returns to the settings with a toast, also after linking an account.
 */
export function Loading() {
  const t = useText();
  const { api, entry, session } = useKit();
  const navigate = useNavigate();
  const toast = useToast();
  const answer = useEntry();
  const title = useProviderTitle();
  const fail = (failure: ThirdPartyFailure) => {
    const isSignedIn = session.get().token !== null;
    // Landing shows the reason and clears it; it does not open for a member.
    if (!isSignedIn) thirdPartyFailure.set(failure);
    else if (failure === 'foreign') toast('third_party.failed_text', { kind: 'bad', title });
    else if (failure === 'cancelled') toast('third_party.not_linked', { kind: 'bad', title });
    else toast.error(failure);
    navigate(isSignedIn ? settings : '/', { replace: true });
  };

  const finish = useEffectEvent(async () => {
    const begun = takeBegun();
    if (answer.error !== undefined) return fail('cancelled');
    if (answer.code === undefined && answer.id_token === undefined) return navigate('/', { replace: true });
    const input = inputOf(answer, begun);
    if (input === undefined) return fail('foreign');
    try {
      const { token } = await api.call(thirdPartyLogin, input);
      // A member who links an account has a session already.
      if (begun?.isLinking) toast('third_party.linked');
      else entry.set({ token });
      navigate(begun?.isLinking ? settings : '/', { replace: true });
    } catch (error) {
      fail(asApiError(error));
    }
  });
  useEffect(() => {
    // Runs once, even when React runs every effect twice.
    const soon = setTimeout(() => void finish());
    return () => clearTimeout(soon);
  }, []);

  return <StatePage kind="busy" title={t('third_party.busy')} />;
}

function inputOf({ code, state, iss, id_token }: EntryParameters, begun: ReturnType<typeof takeBegun>) {
  if (begun === undefined) return undefined;
  const { nonce } = begun;
  if (code === undefined) return { id_token, nonce };
  return state === begun.state ? { code, state, iss, nonce } : undefined;
}
