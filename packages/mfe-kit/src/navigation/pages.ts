import type { Boot } from '@paddock/contract/calls/boot';
import { mayInvite } from '@paddock/contract/calls/users';
import { addressesOf, addressNamed, type PageName, tabOfPage } from '@paddock/contract/core/pages';
import { useKit } from '../kit/kit-context';
import { linkAddress } from './navigation';
import { withPermittedTabs } from './permitted-tabs';
import { useStore } from '../kit/store';

export { tabOfPage } from '@paddock/contract/core/pages';
export { withPermittedTabs } from './permitted-tabs';

type Deployed = Pick<Boot, 'tabs' | 'modules' | 'flags'>;

/** The address of a tab; of a notices tab with a namespace of its own `/main/notices/in/<namespace>`. */
export const tabAddress = ({ id, namespace }: Pick<Boot['tabs'][number], 'id' | 'namespace'>): string =>
  id === 'notices' && namespace !== undefined ? `/main/notices/in/${namespace}` : `/main/${id}`;

/**
 * The address of a configured page: a tab by its id, notices by their namespace, the member's profile, or any page that a module
 * claims (`settings`, `terms`). Null when this deployment has no such page: the caller then hides the button.
 * @param own the member's id
 */
export function pageAddress(boot: Deployed, name: PageName, own?: string): string | null {
  const { page, anchor } = name;
  if (page === undefined) return null;
  const tab = tabOfPage(boot, name);
  const address = tab ? tabAddress(tab) : typeof page === 'string' ? namedPage(boot, page, own) : null;
  return address === null || anchor === undefined ? address : `${address}/${encodeURIComponent(anchor)}`;
}

function namedPage(boot: Deployed, page: string, own?: string): string | null {
  if (page === 'hamburger') return '/main/hamburger';
  if (page === 'profile') return own === undefined ? null : linkAddress(boot, 'people.profile', { uid: own });
  return addressNamed(page, addressesOf(boot.modules)) ?? null;
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
