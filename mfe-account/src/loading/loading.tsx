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
import { takeBegun } from './use-third-party';

/**
 * The provider's callback page. Exchanges the callback for a one-time token, which the shell exchanges for a session like
 * landing's `?token=`. Rejects a callback that this window did not request, without a call. A failure redirects to the
 * landing page, which shows the reason; one of linking an account returns to the settings.
 */
export function Loading() {
  const t = useText();
  const { api, entry } = useKit();
  const navigate = useNavigate();
  const toast = useToast();
  const answer = useEntry();
  const fail = (failure: ThirdPartyFailure) => {
    thirdPartyFailure.set(failure);
    navigate('/', { replace: true });
  };

  const finish = useEffectEvent(async () => {
    const begun = takeBegun();
    const isLinking = begun?.isLinking === true;
    const back = isLinking ? '/main/settings/security' : '/';
    if (answer.error !== undefined) return isLinking ? navigate(back, { replace: true }) : fail('cancelled');
    if (answer.code === undefined && answer.id_token === undefined) return navigate('/', { replace: true });
    const input = inputOf(answer, begun);
    if (input === undefined) return fail('foreign');
    try {
      const { token } = await api.call(thirdPartyLogin, input);
      // A member who links an account has a session already.
      if (!isLinking) entry.set({ token });
      navigate(back, { replace: true });
    } catch (error) {
      if (!isLinking) return fail(asApiError(error));
      toast.error(error);
      navigate(back, { replace: true });
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
