import type { TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
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

/** The members that a search may find. */
export function searched({ workplace }: Tenant, { among, withBanned = false }: SearchScope): TenantFilter<UserRow> {
  return {
    pending: false,
    email_verified: true,
    ...(!withBanned && { banned: { $ne: true } }),
    ...(workplace !== '' && { $or: [{ workplaces: workplace }, { admin: true }] }),
    ...(among && { _id: { $in: [...among] } }),
  };
}
