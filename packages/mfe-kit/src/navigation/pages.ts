import type { Boot } from '@paddock/contract/calls/boot';
import type { HomeButton } from '@paddock/contract/core/flags';
import { useKit } from '../kit/kit-context';
import { linkAddress } from './navigation';
import { useStore } from '../kit/store';

type Deployed = Pick<Boot, 'tabs' | 'modules' | 'flags'>;
/** A page as named in a deployment's buttons and menus. */
export type PageName = Pick<HomeButton, 'page' | 'namespace' | 'anchor'>;

/** The address of a tab. */
export const tabAddress = ({ id }: Pick<Boot['tabs'][number], 'id'>): string => `/main/${id}`;

/**
 * The address of a configured page: a tab by its id, notices by their namespace, the member's profile, or any page that a module
 * claims (`settings`, `terms`). Null when this deployment has no such page: the caller then hides the button.
 * @param own the member's id
 */
export function pageAddress(boot: Deployed, { page, namespace, anchor }: PageName, own?: string): string | null {
  if (page === undefined) return null;
  const address = typeof page === 'string' ? namedPage(boot, page, namespace, own) : noticesPage(boot, page.namespace);
  return address === null || anchor === undefined ? address : `${address}/${encodeURIComponent(anchor)}`;
}

function namedPage(boot: Deployed, page: string, namespace?: string, own?: string): string | null {
  if (page === 'notices' && namespace !== undefined) return noticesPage(boot, namespace);
  const tab = boot.tabs.find(({ id }) => id === page);
  if (tab) return tabAddress(tab);
  if (page === 'hamburger') return '/main/hamburger';
  if (page === 'profile') return own === undefined ? null : linkAddress(boot, 'people.profile', { uid: own });
  const claimed = boot.modules.flatMap(({ manifest }) => manifest.routes.map(({ path }) => path));
  return claimed.find((path) => path === `/main/${page}` || path === `/${page}`) ?? null;
}

function noticesPage({ tabs, flags }: Deployed, namespace: string): string | null {
  const tab = tabs.find(
    (each) => each.id === 'notices' && (each.namespace ?? flags.sponsors_tab.namespace) === namespace,
  );
  return tab ? tabAddress(tab) : null;
}

/** Returns a function for the `href` of configured pages; null for pages that this deployment lacks. */
export function usePageHref(): (page: PageName) => string | null {
  const { deployment, session } = useKit();
  const boot = useStore(deployment);
  const own = useStore(session).user?.id;
  return (page) => {
    const address = pageAddress(boot, page, own);
    return address === null ? null : `#${address}`;
  };
}
