import { isolate } from '@paddock/contract/core/isolate';
import { readRenewal, renewByLink } from '@paddock/contract/calls/classifieds';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useErrorText, useFormat, useText } from '@paddock/mfe-kit/i18n';
import { isTransient, useLinkCall } from '@paddock/mfe-kit/link-call';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button, LinkButton } from '@paddock/ui/button';
import { EntryState } from '@paddock/ui/hero';
import { CalendarCheck, CalendarClock, Unlink } from 'lucide-react';

/** The page of a reminder's link. Opening it changes nothing; its button renews the ad, with or without a session. */
export function RenewByLink({ params: { token } }: ScreenProps<'token'>) {
  return <Renewal key={token} token={token} />;
}

function Renewal({ token }: { token: string }) {
  const t = useText();
  const errorText = useErrorText();
  const format = useFormat();
  const { community } = useSession();
  const now = useNow();
  const input = { renewal_token: token };
  const shown = useLinkCall(readRenewal, input);
  const renew = useCallMutation(renewByLink);
  const brand = { name: community.title, mark: <BrandMark size={18} /> };
  const onward = (
    <LinkButton href="#/" size="l">
      {t('renewal.onward')}
    </LinkButton>
  );
  const error = renew.error ?? shown.error;
  const data = renew.data ?? shown.data;
  // The link of a term that ended more than 30 days ago.
  const hasEnded = error?.code === 'LINK_EXPIRED';
  if (error)
    return (
      <EntryState
        kind="bad"
        icon={Unlink}
        brand={brand}
        title={t(hasEnded ? 'renewal.ended' : 'renewal.broken')}
        text={hasEnded ? t('renewal.ended_long_ago') : errorText(error)}
        actions={
          <>
            {isTransient(error) && (
              <Button variant="ink" size="l" onPress={() => (shown.error ? shown.again() : renew.mutate(input))}>
                {t('renewal.retry')}
              </Button>
            )}
            {onward}
          </>
        }
      />
    );
  if (!data) return <EntryState kind="busy" brand={brand} title={t('renewal.busy')} />;
  const { title, expires, lifetime, renewed } = data;
  const facts = { title: isolate(title), day: format.day(expires, undefined, true) };
  const isOver = Date.parse(expires) <= now;
  if (renewed && !isOver)
    return (
      <EntryState
        kind="ok"
        icon={CalendarCheck}
        brand={brand}
        title={t('renewal.done')}
        text={t('renewal.done_text', facts)}
        actions={onward}
      />
    );
  return (
    <EntryState
      kind="wait"
      icon={CalendarClock}
      brand={brand}
      title={t(isOver ? 'renewal.ended' : 'renewal.title')}
      text={t(renewed ? 'renewal.ended_again' : isOver ? 'renewal.text_ended' : 'renewal.text', facts)}
      actions={
        <>
          {!renewed && (
            <Button variant="primary" size="l" pending={renew.isPending} onPress={() => renew.mutate(input)}>
              {t('renewal.renew', { days: t('ads.days', { count: lifetime }) })}
            </Button>
          )}
          {onward}
        </>
      }
    />
  );
}
