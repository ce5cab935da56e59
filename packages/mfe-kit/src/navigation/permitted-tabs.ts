import type { Boot } from '@paddock/contract/calls/boot';
import { isWorkplaceAdmin, type Self } from '@paddock/contract/calls/users';
import type { Flags } from '@paddock/contract/core/flags';

type Access = Flags['rooms_tab']['limited_access'];

/** Whether a member has one of the values of each key, in a field or a list of fields with commas. */
function matches(user: Self, access: Access = {}): boolean {
  return Object.entries(access).every(([key, wanted]) => {
    const value = String(user.fields[key] ?? (user as unknown as Record<string, unknown>)[key] ?? '');
    const values = [value, ...value.split(',')].map((one) => one.trim());
    return [wanted].flat().some((one) => one && values.includes(one));
  });
}

/**
 * The deployment with the tabs that the member sees: rooms can be limited to the values of a profile field, which admins pass
 * (specification B §6). The services decide by the same rule.
 */
export function withPermittedTabs<B extends Pick<Boot, 'tabs' | 'flags'>>(
  boot: B,
  { user, workplace }: { user: Self | null; workplace: string },
): B {
  const isOpen = !user || isWorkplaceAdmin(user, workplace) || matches(user, boot.flags.rooms_tab.limited_access);
  return isOpen ? boot : { ...boot, tabs: boot.tabs.filter(({ id }) => id !== 'rooms') };
}
