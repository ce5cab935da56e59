import { useText } from '@paddock/mfe-kit/i18n';
import { usePageHref } from '@paddock/mfe-kit/pages';
import { useSession } from '@paddock/mfe-kit/session';
import type { MenuListItem } from '@paddock/ui/menu-list';
import { ExternalLink, FileText } from 'lucide-react';

/** The pages that the deployment adds to the menu, of which `tabs` may be some. */
export function useConfiguredPages(tabs: readonly MenuListItem[]): MenuListItem[] {
  const t = useText();
  const hrefOf = usePageHref();
  return useSession().flags.hamburger_pages.flatMap((page): MenuListItem[] => {
    if (typeof page === 'object' && 'page' in page) {
      const href = hrefOf(page);
      return href === null ? [] : [{ id: page.page, href, label: page.title, icon: FileText }];
    }
    if (typeof page === 'object')
      return [{ id: page.url, href: page.url, label: page.title, icon: ExternalLink, newTabLabel: t('menu.new_tab') }];
    return tabs.filter((tab) => tab.id === page);
  });
}
