import { useText } from '@paddock/mfe-kit/i18n';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { isConnected, useRealtime } from '@paddock/mfe-kit/realtime';
import { useWorkplaceTitle } from '@paddock/mfe-kit/session';
import { useStore } from '@paddock/mfe-kit/store';
import { PersonAvatar } from '@paddock/ui/avatar';
import { BrandMark } from '@paddock/ui/brand-mark';
import { OfflineStrip } from '@paddock/ui/banner';
import { AppFrame } from '@paddock/ui/frame';
import { useLazyPart } from '@paddock/ui/lazy';
import { ToastRegion } from '@paddock/ui/toast';
import { Menu } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { Modules } from '../modules/modules';
import type { Destination } from './destination';
import { scrollToTop } from './scroll-to-top';
import { lazyOverlay } from './lazy-page';
import type { MenuCounts } from './menu-badges';
import { useRailOverlay } from './use-rail-overlay';
import { useTabBadges } from './use-tab-badges';
import { behindMenu, tabOf, useBadgeText, useTabs } from './use-tabs';

const ReadAllSheet = lazy(async () => ({
  default: (await import(/* webpackChunkName: "menu" */ './read-all-sheet')).ReadAllSheet,
}));

const nothing: MenuCounts = { notifications: 0, desk: undefined };
const ignore = () => undefined;
const menuBadges = lazyOverlay(async () => (await import(/* webpackChunkName: "menu" */ './menu-badges')).MenuBadges);
const notificationsPanel = lazyOverlay(
  async () => (await import(/* webpackChunkName: "menu" */ './notifications-panel')).NotificationsPanel,
);
const overrideBar = lazyOverlay(
  async () => (await import(/* webpackChunkName: "bars" */ '../overrides/override-bar')).OverrideBar,
  () => import(/* webpackChunkName: "bars" */ '../overrides/override-texts'),
);
const profileMenu = lazyOverlay(
  async () => (await import(/* webpackChunkName: "menu" */ '../profile-menu/profile-menu')).ProfileMenu,
  () => import(/* webpackChunkName: "menu" */ '../profile-menu/profile-menu-texts'),
);

export interface FrameProps {
  kit: Kit;
  modules: Modules;
  destination: Destination;
  /** Without tabs: signed out, or without full access. */
  bare: boolean;
  children: ReactNode;
}

/** Tab bar and rail around a page, the offline strip above it, toasts over it. */
export function Frame({ kit, modules, destination, bare, children }: FrameProps) {
  const t = useText();
  const { community, modules: releases, preview } = useStore(kit.deployment);
  const [atStart] = useState(preview);
  const { user } = useStore(kit.session);
  const place = useWorkplaceTitle();
  useRealtime('updating_user', ({ id }) => {
    // A chunk that does not load is missed by an old name only.
    void import(/* webpackChunkName: "later" */ './changed-member')
      .then((part) => part.showChangedMember(kit, id))
      .catch(() => undefined);
  });
  // The tabs' badges load first: the first screen shows them.
  const areTabsCounted = useTabBadges(!bare);
  const [{ notifications, desk = 0 }, setMenuCounts] = useState<MenuCounts>(nothing);
  const [MenuBadges] = useLazyPart(menuBadges, areTabsCounted, ignore);
  const isOverridden = preview !== undefined || releases.some(({ override_of }) => override_of !== undefined);
  const [missedAt, setMissedAt] = useState<string>();
  const missed = useCallback(() => setMissedAt(window.location.hash), []);
  // A bar that did not load is requested again on the next page: its member must not take the override for the release.
  const [OverrideBar] = useLazyPart(overrideBar, isOverridden && missedAt !== window.location.hash, missed);
  const tabs = useTabs(modules, destination);
  const hidden = useHideFooter();
  const badge = useBadgeText();
  const unreadBehindMenu = behindMenu(tabs).reduce((sum, tab) => sum + (tab.badge?.count ?? 0), 0);
  const [pressed, setPressed] = useState<string>();
  const boot = kit.deployment.get();
  const menu = useRailOverlay(profileMenu);
  const bell = useRailOverlay(notificationsPanel);

  return (
    <>
      <AppFrame
        tabs={tabs}
        menu={{
          id: 'menu',
          href: '#/main/hamburger',
          label: t('menu.title'),
          icon: Menu,
          // Settings and other pages without a tab belong to the menu.
          current: destination.kind !== 'redirect' && tabOf(destination, boot.tabs) === undefined,
          holdsCurrent: behindMenu(tabs).some(({ current }) => current),
          badge: badge(unreadBehindMenu + notifications + desk),
        }}
        brand={{
          name: community.title,
          ...(place === undefined && community.subtitle && { sub: community.subtitle }),
          ...(place !== undefined && { place }),
          mark: <BrandMark />,
        }}
        bell={
          kit.slots.offeredBy('account.notifications') === undefined
            ? undefined
            : { ...bell.button, label: t('menu.notifications'), badge: badge(notifications) }
        }
        {...(user && {
          me: {
            ...menu.button,
            name: user.fullname,
            sub: t('menu.title'),
            avatar: <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="s" online />,
          },
        })}
        hideFooter={bare || hidden}
        skipLabel={t('skip')}
        navLabel={t('tabs_label')}
        onDoubleTap={scrollToTop}
        onLongPress={setPressed}
        notice={
          <>
            <OfflineNotice kit={kit} />
            {OverrideBar && isOverridden && <OverrideBar modules={releases} preview={preview} atStart={atStart} />}
          </>
        }
      >
        {children}
      </AppFrame>
      {MenuBadges && areTabsCounted && !bare && <MenuBadges onChange={setMenuCounts} />}
      {menu.overlay}
      {bell.overlay}
      {pressed !== undefined && (
        <Suspense>
          <ReadAllSheet tab={pressed} onClose={() => setPressed(undefined)} />
        </Suspense>
      )}
      <ToastRegion label={t('messages')} dismissLabel={t('dismiss')} />
    </>
  );
}

function OfflineNotice({ kit }: { kit: Kit }) {
  const t = useText();
  const connection = useStore(kit.realtime.connection);
  return isConnected(connection) ? null : <OfflineStrip>{t(`connection.${connection}`)}</OfflineStrip>;
}

/** `hideFooter` in the browser's storage hides tab bar and rail (A §3; a native shell sets it). */
function useHideFooter(): boolean {
  const read = () => localStorage.getItem('hideFooter') === 'true';
  const [hidden, setHidden] = useState(read);
  useEffect(() => {
    const follow = (event: StorageEvent) => event.key === 'hideFooter' && setHidden(read());
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return hidden;
}
