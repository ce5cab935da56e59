import { keyOfTab } from '@paddock/contract/core/tabs';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { tabOfPage, usePageHref } from '@paddock/mfe-kit/pages';
import { useStore } from '@paddock/mfe-kit/store';
import type { MenuListItem } from '@paddock/ui/menu-list';
import { ExternalLink, FileText } from 'lucide-react';

/** The pages that the deployment adds to the menu, of which `tabs` may be some. */
export function useConfiguredPages(tabs: readonly MenuListItem[]): MenuListItem[] {
  const t = useText();
  const hrefOf = usePageHref();
  const boot = useStore(useKit().deployment);
  return boot.flags.hamburger_pages.flatMap((page): MenuListItem[] => {
    if (typeof page === 'object' && 'page' in page) {
      const href = hrefOf(page);
      return href === null ? [] : [{ id: page.page, href, label: page.title, icon: FileText }];
    }
    if (typeof page === 'object')
      return [{ id: page.url, href: page.url, label: page.title, icon: ExternalLink, newTabLabel: t('menu.new_tab') }];
    const named = tabOfPage(boot, { page });
    return named ? tabs.filter(({ id }) => id === keyOfTab(named)) : [];
  });
}
