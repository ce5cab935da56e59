import type { Flags } from './flags.js';

/** The part of a member's record that `limited_access` may name. */
export interface AccessFacts {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly workplaces: readonly string[];
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly fullname?: string | undefined;
  readonly subscription?: string | undefined;
}

type AccessFlags = Pick<Flags, 'rooms_tab' | 'profile_fields' | 'signup_fields'>;

/**
 * Whether a member has one of the values of each key of `rooms_tab.limited_access`: in a profile field, as username, e-mail address,
 * full name or plan, or among their workplaces. Only a field with `multiple` has several values, with commas. Callers let admins pass
 * without this check.
 */
export function hasAccess(member: AccessFacts, { rooms_tab, profile_fields, signup_fields }: AccessFlags): boolean {
  const { username, email, fullname, subscription, workplaces, fields } = member;
  const known = new Map(Object.entries({ username, email, fullname, subscription, ...fields, workplaces }));
  return Object.entries(rooms_tab.limited_access ?? {}).every(([key, allowed]) => {
    const field = [...profile_fields, ...signup_fields].find(({ name }) => name === key);
    const isSeveral = field?.multiple && field.type !== 'input';
    const values = [known.get(key) ?? []].flat().flatMap((value) => (isSeveral ? [value, ...value.split(',')] : value));
    return [allowed].flat().some((one) => one && values.some((value) => value.trim() === one));
  });
}
