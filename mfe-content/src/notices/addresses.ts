import type { HomeButton } from '@paddock/contract/core/flags';
import { keyOfTab, type TabKey } from '@paddock/contract/core/tabs';
import { useNoticesTab, useSession } from '@paddock/mfe-kit/session';

/** A notices page: its namespace, words, address and badge. */
export interface Board {
  namespace: string;
  title: string | undefined;
  labels: Readonly<Partial<Record<string, string>>>;
  isDirectory: boolean;
  /** Below the hash. */
  address: string;
  tab: TabKey;
}

/** The notices page of a namespace; without one that of the deployment's default. */
export function useBoard(named: string | undefined): Board {
  const { flags } = useSession();
  const own = flags.sponsors_tab.namespace;
  const namespace = named ?? own;
  const tab = useNoticesTab(namespace);
  const address = tab?.namespace === undefined ? '/main/notices' : `/main/notices/in/${tab.namespace}`;
  const key = tab ? keyOfTab(tab) : 'notices';
  // A button of home may name its page's words, too; the tab's own win.
  const page = flags.home_tab.buttons
    .map((button) => button.page)
    .find((one) => isBoard(one) && one.namespace === namespace);
  const labels = { ...(isBoard(page) && page.labels), ...tab?.labels };
  const isDirectory = tab?.layout === 'directory';
  return { namespace, title: tab?.title, labels, isDirectory, address, tab: key };
}

const isBoard = (page: HomeButton['page']) => typeof page === 'object';

export const addressOf = (id: string): string => `/main/notices/${encodeURIComponent(id)}`;
