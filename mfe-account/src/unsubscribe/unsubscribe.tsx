import { ApiError } from '@paddock/mfe-kit/api-error';
import { unsubscribe } from '@paddock/contract/calls/notifications';
import { type MailingType, mailingTypes } from '@paddock/contract/calls/users';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { LinkButton } from '@paddock/ui/button';
import { MailX } from 'lucide-react';
import { StateFailed, StatePage } from '../entry/state-page';
import { OnwardButton, useLinkCall } from '@paddock/mfe-kit/link-call';

const isMailing = (type: string): type is MailingType => (mailingTypes as readonly string[]).includes(type);

/** A mail's permanent unsubscribe link: turns its type of mail off each time it is opened. */
export function Unsubscribe({ params: { type, token } }: ScreenProps<'type' | 'token'>) {
  const t = useText();
  if (isMailing(type)) return <ByLink key={type + token} type={type} token={token} />;
  const unknown = new ApiError('LINK_INVALID', t('unsubscribe.invalid'), 404);
  return <StateFailed error={unknown} title={t('link.broken')} again={() => undefined} />;
}

function ByLink({ type, token }: { type: MailingType; token: string }) {
  const t = useText();
  const session = useSession();
  const settings = useHref('account.settings', {});
  const { data, error, again } = useLinkCall(unsubscribe, { notification_type: type, mailing_token: token });
  if (error) return <StateFailed error={error} title={t('link.broken')} again={again} />;
  if (!data) return <StatePage kind="busy" title={t('link.busy')} text={t('unsubscribe.validating')} />;
  return (
    <StatePage
      kind="ok"
      icon={MailX}
      title={t('unsubscribe.done')}
      text={t('unsubscribe.text', { type: t(`unsubscribe.types.${type}`) })}
      actions={
        session.token !== null && settings !== null ? (
          <LinkButton href={settings} variant="primary" size="l">
            {t('settings.title')}
          </LinkButton>
        ) : (
          <OnwardButton />
        )
      }
    />
  );
}
