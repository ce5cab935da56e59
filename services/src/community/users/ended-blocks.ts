import type { DomainEvent } from '../../infrastructure/outbox/domain-events.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** The events of members who block a member no longer: caches and windows follow them. */
export function endedBlocks(tenant: Tenant, blockers: readonly string[], other: string): DomainEvent[] {
  return blockers.flatMap((user): DomainEvent[] => [
    { kind: 'MemberChanged', tenant, user },
    { kind: 'MemberBlocked', tenant, user, other },
  ]);
}
