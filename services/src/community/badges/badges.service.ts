import { Injectable } from '@nestjs/common';
import { tabsOf } from '@paddock/contract/core/deployment';
import type { HomeButton } from '@paddock/contract/core/flags';
import { tabId, type TabId } from '@paddock/contract/core/tabs';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import type { SignedInCaller } from '../calls/caller.js';

type Counts = Partial<Record<TabId, number>>;

/** The figures of all tabs, made in one place so that tab bar, rail, menu and home say the same. */
@Injectable()
export class BadgesService {
  constructor(private readonly answers: ExtensionPoints) {}

  /** Asks each service that stands behind one of the deployment's tabs for its figure; home's follows from its buttons. */
  async read({ tenant, user, config }: SignedInCaller): Promise<Counts> {
    const offered = this.answers.all('badge');
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

/** 1 when anything stands behind any of home's buttons (specification B §4), whose own tab is no such thing. */
function homeBadge(buttons: readonly HomeButton[], counts: Counts): number {
  const pages = buttons.map(({ page }) => tabId.exclude(['home']).safeParse(page).data);
  return pages.some((page) => page !== undefined && (counts[page] ?? 0) > 0) ? 1 : 0;
}
