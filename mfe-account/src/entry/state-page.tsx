import type { ApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button, LinkButton } from '@paddock/ui/button';
import { EntryState, type EntryStateProps } from '@paddock/ui/hero';
import { Hourglass, ServerCrash, Unlink, WifiOff } from 'lucide-react';
import { useEntrySide } from '../art/use-entry-side';
import { isTransient } from '@paddock/mfe-kit/link-call';

/** A page of a mailed link or a waiting page: the community and the current state. */
export function StatePage(props: Omit<EntryStateProps, 'side' | 'brand'>) {
  const { community } = useSession();
  return (
    <EntryState side={useEntrySide()} brand={{ name: community.title, mark: <BrandMark size={18} /> }} {...props} />
  );
}

/** Opens the start page when signed in, else the log-in page. */
export function OnwardButton({ primary = true }: { primary?: boolean }) {
  const t = useText();
  const { token } = useSession();
  return (
    <LinkButton href={token === null ? '#/login' : '#/'} size="l" variant={primary ? 'primary' : 'neutral'}>
      {token === null ? t('landing.login') : t('link.onward')}
    </LinkButton>
  );
}

export interface LinkFailedProps {
  error: ApiError;
  title: string;
  /** Replaces the service's message. */
  text?: string;
  /** Repeats the call; offered when that may succeed. */
  again: () => void;
}

/** The link failed: it is invalid, there was no reply, or the service failed. */
export function LinkFailed({ error, title, text, again }: LinkFailedProps) {
  const t = useText();
  const errorText = useErrorText();
  const tooOften = error.code === 'TOO_MANY_REQUESTS';
  const waits = error.passing || tooOften;
  const isFault = !waits && isTransient(error);
  const heading = tooOften
    ? t('link.too_often')
    : error.passing
      ? t('link.not_answered')
      : isFault && text === undefined
        ? t('link.failed')
        : title;
  return (
    <StatePage
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
