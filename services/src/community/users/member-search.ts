import type { TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import { tagTerm } from './user-keys.js';
import type { UserRow } from './user.schema.js';

/** Selects members with these terms in their names, or in their names and tags, rarest first. */
export function nameFilter(terms: readonly string[], withTags = false) {
  return { $and: terms.map((term) => withTerm(term, withTags)) };
}

/** Selects members with this term. */
export function withTerm(term: string, withTags: boolean) {
  return { name_terms: withTags ? { $in: [term, tagTerm(term)] } : term };
}

export interface SearchScope {
  /** Restricts the search to these ids. */
  among?: readonly string[] | undefined;
  withBanned?: boolean;
}

/** The members that a search may find; `here` selects those of the workplace. */
export function searchFilter({ among, withBanned = false, here }: SearchScope & { here: TenantFilter<UserRow> }) {
  return {
    pending: false,
    email_verified: true,
    ...(!withBanned && { banned: { $ne: true } }),
    ...here,
    ...(among && { _id: { $in: [...among] } }),
  };
}
