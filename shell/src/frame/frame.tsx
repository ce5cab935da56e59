import { useText } from '@paddock/mfe-kit/i18n';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { isConnected } from '@paddock/mfe-kit/realtime';
import { useWorkplaceTitle } from '@paddock/mfe-kit/session';
import { useStore } from '@paddock/mfe-kit/store';
import { PersonAvatar } from '@paddock/ui/avatar';
import { BrandMark } from '@paddock/ui/brand-mark';
import { OfflineStrip } from '@paddock/ui/banner';
import { AppFrame } from '@paddock/ui/frame';
import { ToastRegion } from '@paddock/ui/toast';
import { Menu } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Modules } from '../modules/modules';
import type { Destination } from './destination';
import { scrollToTop } from './scroll-to-top';
import { useMenuBadges } from './use-menu-badges';
import { useTabBadges } from './use-tab-badges';
import { behindMenu, tabOf, useBadgeText, useTabs } from './use-tabs';

const ReadAllSheet = lazy(async () => ({ default: (await import('./read-all-sheet')).ReadAllSheet }));

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
  const { community } = useStore(kit.deployment);
  const { user } = useStore(kit.session);
  const place = useWorkplaceTitle();
  // The tabs' badges load first: the first screen shows them.
  const menuBadges = useMenuBadges(useTabBadges(!bare) && !bare);
  const waiting = menuBadges.reduce((sum, { count }) => sum + count, 0);
  const tabs = useTabs(modules, destination);
  const hidden = useHideFooter();
  const badge = useBadgeText();
  const unreadBehindMenu = behindMenu(tabs).reduce((sum, tab) => sum + (tab.badge?.count ?? 0), 0);
  const [pressed, setPressed] = useState<string>();
  const boot = kit.deployment.get();
  const profile = user && linkAddress(boot, 'people.profile', { uid: user.id });
  const mine = profile ?? linkAddress(boot, 'account.settings', {});

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
          badge: badge(unreadBehindMenu + waiting),
          railBadge: badge(waiting),
        }}
        brand={{
          name: community.title,
          ...(place === undefined && community.subtitle && { sub: community.subtitle }),
          ...(place !== undefined && { place }),
          mark: <BrandMark />,
        }}
        {...(user &&
          mine && {
            me: {
              name: user.fullname,
              sub: t('profile_and_settings'),
              href: `#${mine}`,
              avatar: <PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="s" online />,
            },
          })}
        hideFooter={bare || hidden}
        skipLabel={t('skip')}
        navLabel={t('tabs_label')}
        onDoubleTap={scrollToTop}
        onLongPress={setPressed}
        notice={<OfflineNotice kit={kit} />}
      >
        {children}
      </AppFrame>
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
