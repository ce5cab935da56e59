import type { Boot } from '@paddock/contract/calls/boot';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { tabAddress } from '@paddock/mfe-kit/pages';
import { useStore } from '@paddock/mfe-kit/store';
import type { FrameTab } from '@paddock/ui/frame';
import { pageIcon } from '@paddock/ui/page-icon';
import type { Modules } from '../modules/modules';
import type { Destination } from './destination';

const IN_FOOTER = 5;

/** The deployment's tabs for frame and menu: title, icon, badge, or the fault of a failed module. */
export function useTabs(modules: Modules, destination?: Destination): FrameTab[] {
  const t = useText();
  const badge = useBadgeText();
  const { deployment, badges } = useKit();
  const boot = useStore(deployment);
  const counts = useStore(badges);
  const states = useStore(modules.states);
  const current = destination && tabOf(destination, boot.tabs);
  return boot.tabs.map((tab) => {
    const declared = modules.find(tab.module)?.manifest.tabs.find(({ id }) => id === tab.id);
    const count = counts[tab.id] ?? 0;
    const failed = states[tab.module]?.phase === 'failed';
    return {
      id: tab.id,
      href: `#${tabAddress(tab)}`,
      label: tab.title ?? t(declared?.title_key ?? `tabs.${tab.id}`),
      icon: pageIcon(declared?.icon),
      current: tab.id === current,
      ...(failed && { fault: t('not_responding') }),
      badge: badge(count),
    };
  });
}

/** The tab of a page; for an inner page (a shout, a profile) the first tab of its module. */
export function tabOf(destination: Destination, tabs: Boot['tabs']): string | undefined {
  if (destination.kind !== 'module') return undefined;
  return destination.tab ?? tabs.find(({ module }) => module === destination.module)?.id;
}

/** Tabs that do not fit into a phone's tab bar and appear in its Menu. */
export const behindMenu = (tabs: readonly FrameTab[]): FrameTab[] => tabs.slice(IN_FOOTER);

/** A badge's shown and spoken text; undefined for 0. */
export function useBadgeText(): (count: number) => FrameTab['badge'] {
  const t = useText();
  const format = useFormat();
  return (count) => (count > 0 ? { count, text: format.number(count), spoken: t('unread', { count }) } : undefined);
}
