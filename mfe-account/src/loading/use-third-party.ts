import { readThirdPartyLink } from '@paddock/contract/calls/third-party';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useState } from 'react';

const thirdPartyKey = 'mfe-account.third_party';

/** Secrets that only the window that started a sign-in has. */
export interface Begun {
  state: string;
  nonce: string;
  /** The signed-in member links an account. */
  isLinking?: boolean;
}

/** Returns this window's pending sign-in, once; undefined when it started none. */
export function takeBegun(): Begun | undefined {
  const text = sessionStorage.getItem(thirdPartyKey);
  sessionStorage.removeItem(thirdPartyKey);
  return text === null ? undefined : (JSON.parse(text) as Begun);
}

/** Opens the provider's page; this window alone can use what comes back. */
export function openProvider({ link, ...begun }: Begun & { link: string }): void {
  sessionStorage.setItem(thirdPartyKey, JSON.stringify(begun));
  window.location.assign(link);
}

/** The provider's name for a sentence. */
export function useProviderTitle(): string {
  const t = useText();
  const { flags } = useSession();
  return flags.third_party_auth ? flags.third_party_auth.title : t('third_party.provider');
}

/** The deployment's third-party sign-in: its name and a function that opens its page; undefined without one. */
export function useThirdParty(): { title: string; pending: boolean; begin: () => void } | undefined {
  const { flags } = useSession();
  const { api } = useKit();
  const toast = useToast();
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // After Back from the provider's page, the browser restores this page in its pending state.
    const shown = () => setPending(false);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);
  if (!flags.third_party_auth) return undefined;

  const begin = async () => {
    setPending(true);
    try {
      openProvider(await api.call(readThirdPartyLink, {}));
    } catch (error) {
      setPending(false);
      toast.error(asApiError(error));
    }
  };
  return { title: flags.third_party_auth.title, pending, begin: () => void begin() };
}
