import { Injectable } from '@nestjs/common';
import type { Flags, HomeButton } from '@paddock/contract/core/flags';
import type { Deployment } from '@paddock/contract/core/deployment';
import { keyOfTab, type TabId, type TabKey } from '@paddock/contract/core/tabs';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import type { SignedInCaller } from '../calls/caller.js';

type Counts = Partial<Record<TabKey, number>>;
type Tab = { readonly id: TabId; readonly namespace?: string | undefined };

/** Computes the badges of all tabs in one place, so that tab bar, rail, menu and home agree. */
@Injectable()
export class BadgesService {
  constructor(private readonly extensions: ExtensionPoints) {}

  /** Asks the service of each deployed tab for its count; home's follows from its buttons. */
  async read({ tenant, user, config }: SignedInCaller): Promise<Counts> {
    const offered = this.extensions.all('badge');
    const tabs = config.tabs.map((tab): Tab => (typeof tab === 'string' ? { id: tab } : tab));
    const badges: Counts = {};
    await Promise.all(
      tabs.map(async (tab) => {
        const count = offered.get(tab.id);
        const namespace = tab.namespace ?? config.flags.sponsors_tab.namespace;
        if (count) badges[keyOfTab(tab)] = await count(tenant, user, namespace);
      }),
    );
    if (tabs.some(({ id }) => id === 'home')) badges.home = homeBadge(config, badges);
    return badges;
  }
}

/** 1 when any tab behind home's buttons has a count (specification B §4); home itself does not count. */
function homeBadge({ flags }: Deployment, counts: Counts): number {
  return flags.home_tab.buttons.some((button) => buttonBadge(flags, button, counts) > 0) ? 1 : 0;
}

/** The count of the page that a button of home opens; of notices by their namespace. */
export function buttonBadge(
  { sponsors_tab }: Pick<Flags, 'sponsors_tab'>,
  { page, namespace }: HomeButton,
  counts: Counts,
): number {
  const notices = typeof page === 'object' ? page.namespace : page === 'notices' ? namespace : undefined;
  const isOwn = notices === sponsors_tab.namespace;
  const tab = typeof page === 'object' ? 'notices' : page;
  if (tab === undefined || tab === 'home') return 0;
  return counts[keyOfTab({ id: tab, ...(notices !== undefined && !isOwn && { namespace: notices }) })] ?? 0;
}
