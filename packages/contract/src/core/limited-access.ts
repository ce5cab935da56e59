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

/**
 * Whether a member has one of the values of each key: in a profile field, which may have several with commas, as username, e-mail
 * address, full name or plan, or among their workplaces. Callers let admins pass without this check.
 */
export function hasAccess(member: AccessFacts, access: Flags['rooms_tab']['limited_access'] = {}): boolean {
  const { username, email, fullname, subscription, workplaces, fields } = member;
  const known = new Map(Object.entries({ username, email, fullname, subscription, ...fields, workplaces }));
  return Object.entries(access).every(([key, allowed]) => {
    const values = [known.get(key) ?? []].flat().flatMap((value) => [value, ...value.split(',')]);
    return [allowed].flat().some((one) => one && values.some((value) => value.trim() === one));
  });
}
