import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { pageAddress } from '@paddock/mfe-kit/pages';
import { useWorkplaceTitle } from '@paddock/mfe-kit/session';
import { useStore } from '@paddock/mfe-kit/store';
import { PersonAvatar } from '@paddock/ui/avatar';
import { MenuList, type MenuListItem } from '@paddock/ui/menu-list';
import { HeaderPlace, Pane, Scroll, ScreenHeader } from '@paddock/ui/pane';
import { Bell, CircleHelp, ExternalLink, FileText, Settings, UserPlus } from 'lucide-react';
import type { Modules } from '../modules/modules';
import { useMenuBadges } from './use-menu-badges';
import { menuTabs, useBadgeText, useTabs } from './use-tabs';

/**
 * The hamburger menu: tabs that do not fit into the tab bar, those that are always listed, the deployment's configured pages, notifications and
 * applicants, the own profile and settings. It belongs to the shell, so it works without any module.
 */
export function MenuPage({ modules }: { modules: Modules }) {
  const t = useText();
  const place = useWorkplaceTitle();
  const { deployment, session } = useKit();
  const boot = useStore(deployment);
  const { user } = useStore(session);
  const settings = linkAddress(boot, 'account.settings', {});
  const profile = user && linkAddress(boot, 'people.profile', { uid: user.id });
  const tabs = useTabs(modules);
  const badge = useBadgeText();
  const menuBadges = useMenuBadges(true);
  const shown = menuTabs(tabs);
  const configured = boot.flags.hamburger_pages.flatMap((page): MenuListItem[] => {
    if (typeof page === 'object' && 'page' in page) {
      const address = pageAddress(boot, page, user?.id);
      return address === null ? [] : [{ id: page.page, href: `#${address}`, label: page.title, icon: FileText }];
    }
    if (typeof page === 'object')
      return [{ id: page.url, href: page.url, label: page.title, icon: ExternalLink, newTabLabel: t('menu.new_tab') }];
    return tabs.filter((tab) => tab.id === page && !shown.includes(tab));
  });
  const items: MenuListItem[] = [
    ...shown,
    ...configured,
    ...menuBadges.map(({ id, address, count }) => ({
      id,
      href: `#${address}`,
      label: t(`menu.${id}`),
      icon: id === 'applicants' ? UserPlus : Bell,
      badge: badge(count),
    })),
    ...(settings ? [{ id: 'settings', href: `#${settings}`, label: t('menu.settings'), icon: Settings }] : []),
    { id: 'diagnostics', href: '#/main/diagnostics', label: t('menu.diagnostics'), icon: CircleHelp },
  ];
  const me = profile ?? settings;
  return (
    <Pane label={t('menu.title')}>
      <HeaderPlace value={place}>
        <ScreenHeader title={t('menu.title')} column />
      </HeaderPlace>
      <Scroll>
        <MenuList
          items={items}
          {...(user &&
            me && {
              me: {
                href: `#${me}`,
                name: user.fullname,
                sub: t(profile ? 'menu.profile' : 'profile_and_settings'),
                avatar: <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} />,
              },
            })}
        />
      </Scroll>
    </Pane>
  );
}
