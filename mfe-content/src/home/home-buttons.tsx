import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { usePageBadge } from '@paddock/mfe-kit/badges';
import { usePageHref } from '@paddock/mfe-kit/pages';
import type { HomeButton } from '@paddock/contract/core/flags';
import { configuredIcon } from '@paddock/ui/configured-icon';
import { HomeCell, HomeCells } from '@paddock/ui/home';

/** A configured button with its address in this deployment. */
export interface ShownButton extends HomeButton {
  href: string;
}

/** The buttons whose page is deployed. */
export function useShownButtons(buttons: readonly HomeButton[]): ShownButton[] {
  const hrefOf = usePageHref();
  return buttons.flatMap((button) => {
    const href = button.url ?? hrefOf(button);
    return href === null ? [] : [{ ...button, href }];
  });
}

/** The grid of buttons. They show the tabs' badges, so home, bar, rail and menu agree. */
export function HomeButtons({ buttons }: { buttons: readonly ShownButton[] }) {
  const t = useText();
  const format = useFormat();
  const badgeOf = usePageBadge();
  return (
    <HomeCells title={t('home.go_to')}>
      {buttons.map((button, index) => {
        const { title, icon, page, url, href } = button;
        const name = typeof page === 'string' ? page : page && 'notices';
        const count = badgeOf(button);
        return (
          <HomeCell
            key={`${index} ${href}`}
            href={href}
            newTabLabel={url && t('home.new_tab')}
            icon={configuredIcon(icon, name)}
            title={title}
            badge={{ count, text: format.number(count), spoken: t('home.unread', { count }) }}
          />
        );
      })}
    </HomeCells>
  );
}
