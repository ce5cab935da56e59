import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { pageAddress } from '@paddock/mfe-kit/pages';
import { useStore } from '@paddock/mfe-kit/store';
import type { MenuListItem } from '@paddock/ui/menu-list';
import { ExternalLink, FileText } from 'lucide-react';

/** The pages that the deployment adds to the menu, of which `tabs` may be some. */
export function useConfiguredPages(tabs: readonly MenuListItem[]): MenuListItem[] {
  const t = useText();
  const { deployment, session } = useKit();
  const boot = useStore(deployment);
  const { user } = useStore(session);
  return boot.flags.hamburger_pages.flatMap((page): MenuListItem[] => {
    if (typeof page === 'object' && 'page' in page) {
      const address = pageAddress(boot, page, user?.id);
      return address === null ? [] : [{ id: page.page, href: `#${address}`, label: page.title, icon: FileText }];
    }
    if (typeof page === 'object')
      return [{ id: page.url, href: page.url, label: page.title, icon: ExternalLink, newTabLabel: t('menu.new_tab') }];
    return tabs.filter((tab) => tab.id === page);
  });
}
