import type { Boot } from '@paddock/contract/calls/boot';
import { keyOfTab } from '@paddock/contract/core/tabs';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { tabAddress, withPermittedTabs } from '@paddock/mfe-kit/pages';
import { useStore } from '@paddock/mfe-kit/store';
import type { FrameTab } from '@paddock/ui/frame';
import { drawnIcon } from '@paddock/ui/icon';
import type { Modules } from '../modules/modules';
import type { Destination } from './destination';

const maxFooterTabs = 5;
/** Tabs whose badge a long press can clear, see `ReadAllSheet`. */
const canMarkAllRead: readonly string[] = ['events', 'chats', 'notices', 'classifieds', 'files'];

/** The deployment's tabs for frame and menu: title, icon, badge, or the fault of a failed module. */
export function useTabs(modules: Modules, destination?: Destination): FrameTab[] {
  const t = useText();
  const badge = useBadgeText();
  const { deployment, session, badges } = useKit();
  const boot = useStore(deployment);
  const member = useStore(session);
  const counts = useStore(badges);
  const states = useStore(modules.states);
  const current = destination && tabOf(destination, boot.tabs);
  return withPermittedTabs(boot, member).tabs.map((tab) => {
    const key = keyOfTab(tab);
    const count = counts[key] ?? 0;
    const failed = states[tab.module]?.phase === 'failed';
    return {
      id: key,
      href: `#${tabAddress(tab)}`,
      label: tab.title,
      icon: drawnIcon(tab.icon),
      current: key === current,
      ...(failed && { fault: t('not_responding') }),
      badge: badge(count),
      hasSheet: count > 0 && canMarkAllRead.includes(tab.id),
    };
  });
}

/** The tab of a page; for an inner page (a shout, a profile) the first tab of its module. */
export function tabOf(destination: Destination, tabs: Boot['tabs']): string | undefined {
  if (destination.kind !== 'module') return undefined;
  const first = tabs.find(({ module }) => module === destination.module);
  return destination.tab ?? (first && keyOfTab(first));
}

/** Tabs that do not fit into a phone's tab bar and appear in its Menu. */
export const behindMenu = (tabs: readonly FrameTab[]): FrameTab[] => tabs.slice(maxFooterTabs);

/** Tabs that the Menu lists also when the tab bar shows them (specification A §2, Hamburger menu). */
const alwaysInMenu: readonly string[] = ['people', 'links', 'files', 'dues', 'classifieds'];

/** The tabs of the Menu, in the deployment's order. */
export const menuTabs = (tabs: readonly FrameTab[]): FrameTab[] =>
  tabs.filter((tab, index) => index >= maxFooterTabs || alwaysInMenu.includes(tab.id));

/** A badge's shown and spoken text; undefined for 0. */
export function useBadgeText(): (count: number) => FrameTab['badge'] {
  const t = useText();
  const format = useFormat();
  return (count) => (count > 0 ? { count, text: format.number(count), spoken: t('unread', { count }) } : undefined);
}
