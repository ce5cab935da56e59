import type { Call, CallInput } from '@paddock/contract/core/call';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button, LinkButton } from '@paddock/ui/button';
import { EntryState, type EntryStateProps } from '@paddock/ui/hero';
import { Hourglass, ServerCrash, Unlink, WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useCallMutation } from '../calls/queries';
import { type MessageTable, useAddedMessages, useErrorText, useTextsOf } from '../i18n/i18n';
import type { ApiError } from '../kit/api-error';
import type { Text } from '../kit/kit-context';
import { useSplashImage } from '../platform/splash-image';
import { useSession } from '../session/session';
import en from './messages/en.json' with { type: 'json' };

const namespace = 'mailed-link';
const messages: MessageTable = { en, ar: () => import(/* webpackChunkName: "ar" */ './messages/ar.json') };

/** Null until they are loaded in the current language. */
function useLinkText(): Text | null {
  const t = useTextsOf(namespace);
  return useAddedMessages(namespace, messages) ? t : null;
}

/** True when the service failed, not the request: the same call may succeed later. */
export const isTransient = ({ passing, status, code }: ApiError): boolean =>
  passing || status >= 500 || code === 'TOO_MANY_REQUESTS';

/** Makes a mailed link's call when its page mounts, and again for another link in the same window. */
export function useLinkCall<C extends Call>(call: C, input: CallInput<C>) {
  const { mutate, data, error, isPending } = useCallMutation(call);
  const make = useEffectEvent(() => mutate(input));
  const link = JSON.stringify(input);
  useEffect(() => {
    // Runs once, even when React runs every effect twice.
    const soon = setTimeout(make);
    return () => clearTimeout(soon);
  }, [link]);
  return { data, error, pending: isPending || (data === undefined && error === null), again: () => mutate(input) };
}

type LinkPageProps = Omit<EntryStateProps, 'brand'>;

/** A page that opens by an address of its own, also signed out: with the community's name and, unless `side` is given, its picture. */
export function LinkPage(props: LinkPageProps) {
  const { community } = useSession();
  const picture = useSplashImage();
  return (
    <EntryState
      {...(picture !== undefined && { side: { src: picture, caption: community.title } })}
      brand={{ name: community.title, mark: <BrandMark size={18} /> }}
      {...props}
    />
  );
}

/** Opens the start page when signed in, else the log-in page. */
export function OnwardButton({ primary = true }: { primary?: boolean }) {
  const t = useLinkText();
  const { token } = useSession();
  if (!t) return null;
  return (
    <LinkButton href={token === null ? '#/login' : '#/'} size="l" variant={primary ? 'primary' : 'neutral'}>
      {t(token === null ? 'link.login' : 'link.onward')}
    </LinkButton>
  );
}

export interface LinkFailedProps extends Pick<LinkPageProps, 'side'> {
  error: ApiError;
  /** Of a link that the service refuses. */
  title: string;
  /** Replaces the service's message. */
  text?: string;
  /** Repeats the call; offered when that may succeed. */
  again: () => void;
}

/** The page of a link that failed: it is invalid, there was no reply, or the service failed. */
export function LinkFailed({ error, title, text, again, ...page }: LinkFailedProps) {
  const t = useLinkText();
  const errorText = useErrorText();
  if (!t) return null;
  const tooOften = error.code === 'TOO_MANY_REQUESTS';
  const waits = error.passing || tooOften;
  const isFault = !waits && isTransient(error);
  const heading = tooOften
    ? t('link.too_often')
    : error.passing
      ? t('link.no_reply')
      : isFault && text === undefined
        ? t('link.failed')
        : title;
  return (
    <LinkPage
      {...page}
      kind={waits ? 'wait' : 'bad'}
      icon={tooOften ? Hourglass : waits ? WifiOff : isFault ? ServerCrash : Unlink}
      title={heading}
      text={waits ? errorText(error) : (text ?? errorText(error))}
      actions={
        <>
          {isTransient(error) && (
            <Button variant="ink" size="l" onPress={again}>
              {t('link.retry')}
            </Button>
          )}
          <OnwardButton primary={false} />
        </>
      }
    />
  );
}
