import type { Flags, HomeButton } from './flags.js';
import type { TabId } from './tabs.js';

/** A page as named in a deployment's buttons and menus. */
export type PageName = Pick<HomeButton, 'page' | 'namespace' | 'anchor'>;

/** The namespace that a configured page names; undefined if it names none. */
export const namespaceOf = ({ page, namespace }: PageName): string | undefined =>
  typeof page === 'object' ? page.namespace : page === 'notices' ? namespace : undefined;

/** The tab of a configured page; undefined if the page is not a tab of this deployment. */
export function tabOfPage<T extends { id: TabId; namespace?: string | undefined }>(
  { tabs, flags }: { tabs: readonly T[]; flags: Pick<Flags, 'sponsors_tab'> },
  page: PageName,
): T | undefined {
  const notices = namespaceOf(page);
  const named = tabs.filter(({ id }) => id === page.page);
  // A page without a namespace is the tab without one; else the first.
  if (notices === undefined) return named.find(({ namespace }) => namespace === undefined) ?? named[0];
  return tabs.find((tab) => tab.id === 'notices' && (tab.namespace ?? flags.sponsors_tab.namespace) === notices);
}

/** The routes of modules as addresses, without the part that may be missing. */
export const addressesOf = (modules: readonly { manifest: { routes: readonly { path: string }[] } }[]): string[] =>
  modules.flatMap(({ manifest }) => manifest.routes.map(({ path }) => path.replace(/\/:\w+\?$/, '')));

/** The address of a page named as in `settings` or `terms`: one for members (`/main/settings`) or for visitors (`/terms`). */
export const addressNamed = (page: string, addresses: readonly string[]): string | undefined =>
  addresses.find((address) => address === `/main/${page}` || address === `/${page}`);
