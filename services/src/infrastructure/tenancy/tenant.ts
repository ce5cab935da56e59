declare const resolved: unique symbol;

/**
 * Whose data is meant: a community, and a workplace in it (`''` is the default, no-workplace option, a place of its own).
 * First argument of every repository method. Branded, so that two strings do not pass for one by accident.
 */
export interface Tenant {
  readonly community: string;
  readonly workplace: string;
  readonly [resolved]: true;
}

/** Makes a tenant. Only the guard, the socket handshake, jobs and tests resolve one; everything else is handed it. */
export function tenantOf(community: string, workplace = ''): Tenant {
  return { community, workplace } as Tenant;
}
