declare const resolved: unique symbol;

/**
 * Whose data a query reads or writes: a community and a workplace in it (`''` is the default, no-workplace option, a workplace
 * like the others). The first argument of every repository method. Branded, so that two strings cannot be passed by accident.
 */
export interface Tenant {
  readonly community: string;
  readonly workplace: string;
  readonly [resolved]: true;
}

/** The two ids of a tenant, also of one that another process names. */
export type TenantIds = Pick<Tenant, 'community' | 'workplace'>;

/** Makes a tenant. Only the guard, the socket handshake, jobs, links of other workplaces and tests make one; all other code receives it. */
export function tenantOf(community: string, workplace = ''): Tenant {
  return { community, workplace } as Tenant;
}

/** The key of a row in a cache of rows of all tenants. */
export function tenantKey({ community, workplace }: TenantIds, ...ids: string[]): string {
  return [community, workplace, ...ids].join(' ');
}
