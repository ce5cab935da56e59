import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { useStore } from '@paddock/mfe-kit/store';
import { PersonAvatar } from '@paddock/ui/avatar';
import { MenuList, type MenuListItem } from '@paddock/ui/menu-list';
import { Pane, Scroll, ScreenHeader } from '@paddock/ui/pane';
import { CircleHelp, ExternalLink, Settings } from 'lucide-react';
import type { Modules } from '../modules/modules';
import { useTabs } from './use-tabs';

/** The hamburger menu: what the tab bar has no room for, the configured pages, settings. The shell's own, so it always stands. */
export function MenuPage({ modules }: { modules: Modules }) {
  const t = useText();
  const { deployment, session } = useKit();
  const boot = useStore(deployment);
  const { user } = useStore(session);
  const settings = linkAddress(boot, 'account.settings', {});
  const items: MenuListItem[] = [
    ...useTabs(modules).slice(5),
    ...boot.flags.hamburger_pages
      .filter((page) => typeof page === 'object')
      .map(({ title, url }) => ({ id: url, href: url, label: title, icon: ExternalLink })),
    ...(settings ? [{ id: 'settings', href: `#${settings}`, label: t('menu.settings'), icon: Settings }] : []),
    { id: 'diagnostics', href: '#/main/diagnostics', label: t('menu.diagnostics'), icon: CircleHelp },
  ];
  return (
    <Pane label={t('menu.title')}>
      <ScreenHeader title={t('menu.title')} />
      <Scroll>
        <MenuList
          items={items}
          {...(user &&
            settings && {
              me: {
                href: `#${settings}`,
                name: user.fullname,
                sub: t('profile_and_settings'),
                avatar: <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} />,
              },
            })}
        />
      </Scroll>
    </Pane>
  );
}
