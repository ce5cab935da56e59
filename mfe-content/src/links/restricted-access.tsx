import { readLink } from '@paddock/contract/calls/links';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack, useHref } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { LinkButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty } from '@paddock/ui/state';
import { LinkNotShown } from './link-not-shown';
import { useLiveLinks } from './use-live-links';

/** Names the plan that a locked link requires (specification B §2, Restricted-access page). */
export function RestrictedAccess({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack('/main/links');
  const settings = useHref('account.settings', { section: 'subscription' });
  const query = useCallQuery(readLink, { id }, { live: true });
  useLiveLinks();
  const link = query.data?.link;
  const plan = link?.subscription?.title;
  return (
    <Pane label={t('links.restricted')} surface="canvas">
      <ScreenHeader
        title={link?.title ?? t('links.restricted')}
        column
        back={{ label: t('links.back'), onPress: back, alwaysShown: true }}
      />
      <Scroll surface="canvas">
        {link?.restricted ? (
          <Empty
            title={plan === undefined ? t('links.restricted_text_unnamed') : t('links.restricted_text', { plan })}
            text={t('links.upgrade')}
            action={
              settings !== null && (
                <LinkButton variant="primary" href={settings}>
                  {t('links.go_to_settings')}
                </LinkButton>
              )
            }
          />
        ) : (
          <LinkNotShown query={query} title={t('links.unlocked')} />
        )}
      </Scroll>
    </Pane>
  );
}
