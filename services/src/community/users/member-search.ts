import type { TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import type { UserRow } from './user.schema.js';

/** Selects members with these terms in their names, rarest first. */
export function named(terms: readonly string[]) {
  return { $and: terms.map((name_terms) => ({ name_terms })) };
}

export interface SearchScope {
  /** Restricts the search to these ids. */
  among?: readonly string[] | undefined;
  withBanned?: boolean;
}

/** The members that a search may find; `here` selects those of the workplace. */
export function searched({ among, withBanned = false, here }: SearchScope & { here: TenantFilter<UserRow> }) {
  return {
    pending: false,
    email_verified: true,
    ...(!withBanned && { banned: { $ne: true } }),
    ...here,
    ...(among && { _id: { $in: [...among] } }),
  };
}
