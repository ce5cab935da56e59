import type { Boot } from '@paddock/contract/calls/boot';
import { isWorkplaceAdmin, type Self } from '@paddock/contract/calls/users';
import { type AccessFacts, hasAccess } from '@paddock/contract/core/limited-access';

/**
 * The deployment with the tabs that the member sees: rooms can be limited to the values of a profile field, which admins pass
 * (specification B §6).
 */
export function withPermittedTabs<B extends Pick<Boot, 'tabs' | 'flags'>>(
  boot: B,
  { user, workplace }: { user: Self | null; workplace: string },
): B {
  const isOpen = !user || isWorkplaceAdmin(user, workplace) || hasAccess(factsOf(user), boot.flags);
  return isOpen ? boot : { ...boot, tabs: boot.tabs.filter(({ id }) => id !== 'rooms') };
}

/** The own record has the specification's profile fields beside the custom ones. */
function factsOf(user: Self): AccessFacts {
  const { company, description, job, phone, tags, url, user_type } = user;
  return { ...user, fields: { company, description, job, phone, tags, url, user_type, ...user.fields } };
}
