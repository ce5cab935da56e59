import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { useWorkplaceTitle } from '@paddock/mfe-kit/session';
import { useStore } from '@paddock/mfe-kit/store';
import { PersonAvatar } from '@paddock/ui/avatar';
import { MenuList, type MenuListItem } from '@paddock/ui/menu-list';
import { HeaderPlace, Pane, Scroll, ScreenHeader } from '@paddock/ui/pane';
import { Bell, CircleHelp, Gauge, type LucideIcon, Settings } from 'lucide-react';
import type { Modules } from '../modules/modules';
import { useConfiguredPages } from './use-configured-pages';
import { useMenuBadges } from './menu-badges';
import { menuTabs, useBadgeText, useTabs } from './use-tabs';

/**
 * The hamburger menu: tabs that do not fit into the tab bar, those that are always listed, the deployment's configured pages,
 * notifications, the admin's desk, the own profile and settings. It belongs to the shell, so it works without any module.
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
  const { notifications, desk } = useMenuBadges();
  const shown = menuTabs(tabs);
  const configured = useConfiguredPages(tabs.filter((tab) => !shown.includes(tab)));
  const account = {
    notifications: linkAddress(boot, 'account.notifications', {}),
    desk: linkAddress(boot, 'account.admin', {}),
  };
  const item = (id: string, address: string, icon: LucideIcon, count: number): MenuListItem => ({
    id,
    href: `#${address}`,
    label: t(`menu.${id}`),
    icon,
    badge: badge(count),
  });
  const items: MenuListItem[] = [
    ...shown,
    ...configured,
    ...(account.notifications === null ? [] : [item('notifications', account.notifications, Bell, notifications)]),
    ...(desk === undefined || account.desk === null ? [] : [item('desk', account.desk, Gauge, desk)]),
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
