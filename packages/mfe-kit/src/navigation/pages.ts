import type { Boot } from '@paddock/contract/calls/boot';
import type { HomeButton } from '@paddock/contract/core/flags';
import { mayInvite } from '@paddock/contract/calls/users';
import { useKit } from '../kit/kit-context';
import { linkAddress } from './navigation';
import { withPermittedTabs } from './permitted-tabs';
import { useStore } from '../kit/store';

export { withPermittedTabs } from './permitted-tabs';

type Deployed = Pick<Boot, 'tabs' | 'modules' | 'flags'>;
/** A page as named in a deployment's buttons and menus. */
export type PageName = Pick<HomeButton, 'page' | 'namespace' | 'anchor'>;

/** The address of a tab; of a notices tab with a namespace of its own `/main/notices/in/<namespace>`. */
export const tabAddress = ({ id, namespace }: Pick<Boot['tabs'][number], 'id' | 'namespace'>): string =>
  id === 'notices' && namespace !== undefined ? `/main/notices/in/${namespace}` : `/main/${id}`;

/** The tab of a configured page; undefined if no tab is configured for it. */
export function tabOfPage({ tabs, flags }: Pick<Boot, 'tabs' | 'flags'>, { page, namespace }: PageName) {
  const notices = typeof page === 'object' ? page.namespace : page === 'notices' ? namespace : undefined;
  if (notices === undefined) return tabs.find(({ id }) => id === page);
  return tabs.find((tab) => tab.id === 'notices' && (tab.namespace ?? flags.sponsors_tab.namespace) === notices);
}

/**
 * The address of a configured page: a tab by its id, notices by their namespace, the member's profile, or any page that a module
 * claims (`settings`, `terms`). Null when this deployment has no such page: the caller then hides the button.
 * @param own the member's id
 */
export function pageAddress(boot: Deployed, { page, namespace, anchor }: PageName, own?: string): string | null {
  if (page === undefined) return null;
  const tab = tabOfPage(boot, { page, namespace });
  const address = tab ? tabAddress(tab) : typeof page === 'string' ? namedPage(boot, page, own) : null;
  return address === null || anchor === undefined ? address : `${address}/${encodeURIComponent(anchor)}`;
}

function namedPage(boot: Deployed, page: string, own?: string): string | null {
  if (page === 'hamburger') return '/main/hamburger';
  if (page === 'profile') return own === undefined ? null : linkAddress(boot, 'people.profile', { uid: own });
  // A part that may be missing is left out.
  const claimed = boot.modules.flatMap(({ manifest }) =>
    manifest.routes.map(({ path }) => path.replace(/\/:\w+\?$/, '')),
  );
  return claimed.find((path) => path === `/main/${page}` || path === `/${page}`) ?? null;
}

/** Returns a function for the `href` of configured pages; null for pages that this deployment lacks or that the member may not open. */
export function usePageHref(): (page: PageName) => string | null {
  const { deployment, session } = useKit();
  const member = useStore(session);
  const { user, workplace } = member;
  const boot = withPermittedTabs(useStore(deployment), member);
  // Only those who may invite see a way to the invitations (B §6).
  const hidden = user && mayInvite(user, workplace, boot.flags) ? null : linkAddress(boot, 'content.invite', {});
  return (page) => {
    const address = pageAddress(boot, page, user?.id);
    return address === null || address === hidden ? null : `#${address}`;
  };
}
