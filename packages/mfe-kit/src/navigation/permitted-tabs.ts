import type { Boot } from '@paddock/contract/calls/boot';
import { isWorkplaceAdmin, type Self } from '@paddock/contract/calls/users';
import { hasAccess } from '@paddock/contract/core/limited-access';

/**
 * The deployment with the tabs that the member sees: rooms can be limited to the values of a profile field, which admins pass
 * (specification B §6).
 */
export function withPermittedTabs<B extends Pick<Boot, 'tabs' | 'flags'>>(
  boot: B,
  { user, workplace }: { user: Self | null; workplace: string },
): B {
  const isOpen = !user || isWorkplaceAdmin(user, workplace) || hasAccess(user, boot.flags.rooms_tab.limited_access);
  return isOpen ? boot : { ...boot, tabs: boot.tabs.filter(({ id }) => id !== 'rooms') };
}
