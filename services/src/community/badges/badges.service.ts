import { Injectable } from '@nestjs/common';
import { type Deployment, tabEntriesOf } from '@paddock/contract/core/deployment';
import type { HomeButton } from '@paddock/contract/core/flags';
import { tabOfPage } from '@paddock/contract/core/pages';
import { keyOfTab, type TabKey } from '@paddock/contract/core/tabs';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import type { SignedInCaller } from '../calls/caller.js';

type Counts = Partial<Record<TabKey, number>>;

/** Computes the badges of all tabs in one place, so that tab bar, rail, menu and home agree. */
@Injectable()
export class BadgesService {
  constructor(private readonly extensions: ExtensionPoints) {}

  /** Asks the service of each deployed tab for its count; home's follows from its buttons. */
  async read({ tenant, user, config }: SignedInCaller): Promise<Counts> {
    const offered = this.extensions.all('badge');
    const tabs = tabEntriesOf(config);
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
function homeBadge(config: Deployment, counts: Counts): number {
  return config.flags.home_tab.buttons.some((button) => buttonBadge(config, button, counts) > 0) ? 1 : 0;
}

/** The count of the tab that a button of home opens; of home itself 0. */
export function buttonBadge(config: Pick<Deployment, 'tabs' | 'flags'>, button: HomeButton, counts: Counts): number {
  const tab = tabOfPage({ tabs: tabEntriesOf(config), flags: config.flags }, button);
  return tab === undefined || tab.id === 'home' ? 0 : (counts[keyOfTab(tab)] ?? 0);
}
