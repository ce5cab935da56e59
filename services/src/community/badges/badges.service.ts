import { Injectable } from '@nestjs/common';
import { tabsOf } from '@paddock/contract/core/deployment';
import type { HomeButton } from '@paddock/contract/core/flags';
import { tabId, type TabId } from '@paddock/contract/core/tabs';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import type { SignedInCaller } from '../calls/caller.js';

type Counts = Partial<Record<TabId, number>>;

/** Computes the badges of all tabs in one place, so that tab bar, rail, menu and home agree. */
@Injectable()
export class BadgesService {
  constructor(private readonly extensions: ExtensionPoints) {}

  /** Asks the service of each deployed tab for its count; home's follows from its buttons. */
  async read({ tenant, user, config }: SignedInCaller): Promise<Counts> {
    const offered = this.extensions.all('badge');
    const tabs = tabsOf(config);
    const badges: Counts = {};
    await Promise.all(
      tabs.map(async (tab) => {
        const count = offered.get(tab);
        if (count) badges[tab] = await count(tenant, user);
      }),
    );
    if (tabs.includes('home')) badges.home = homeBadge(config.flags.home_tab.buttons, badges);
    return badges;
  }
}

/** 1 when any tab behind home's buttons has a count (specification B §4); home itself does not count. */
function homeBadge(buttons: readonly HomeButton[], counts: Counts): number {
  const pages = buttons.map(({ page }) => tabId.exclude(['home']).safeParse(page).data);
  return pages.some((page) => page !== undefined && (counts[page] ?? 0) > 0) ? 1 : 0;
}
