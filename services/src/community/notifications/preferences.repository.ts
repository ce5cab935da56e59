import { Injectable } from '@nestjs/common';
import type { Language } from '@paddock/contract/core/deployment';
import type { Preferences, QuietHours } from '@paddock/contract/calls/users';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { userSchema, type UserRow } from '../users/user.schema.js';

/** Members' notification preferences, stored in the member's row, which every delivery reads anyway. */
@Injectable()
export class PreferencesRepository extends TenantRepository<UserRow> {
  constructor(
    mongo: Mongo,
    private readonly outbox: Outbox,
  ) {
    super(mongo, 'users', userSchema);
  }

  /** Changes the given preferences and namespaces only, so that concurrent changes of others survive; null if the member is deleted. */
  async set(
    tenant: Tenant,
    user: string,
    { pn_sponsors: byNamespace = {}, ...switches }: Preferences,
    { language, quietHours }: { language?: Language | undefined; quietHours?: QuietHours | null | undefined } = {},
  ): Promise<UserRow | null> {
    const fields: [string, unknown][] = [
      ...Object.entries(switches).map(([name, value]) => [`preferences.${name}`, value] as [string, unknown]),
      ...Object.entries(byNamespace).map(([name, on]) => [`preferences.pn_sponsors.${name}`, on] as [string, unknown]),
    ];
    if (language !== undefined) fields.push(['language', language]);
    if (quietHours) fields.push(['quiet_hours', quietHours]);
    if (fields.length === 0 && quietHours === undefined) return this.findOne(tenant, { _id: user });
    const change = {
      ...(fields.length > 0 && { $set: Object.fromEntries(fields) as object }),
      ...(quietHours === null && { $unset: { quiet_hours: 1 as const } }),
    };
    return this.mongo.transaction(async (session) => {
      const row = await this.change(tenant, { _id: user }, change, { session });
      if (row) await this.outbox.add(session, { kind: 'MemberChanged', tenant, user });
      return row;
    });
  }

  /** Invalidates the unsubscribe addresses in all earlier mails. */
  async revokeMailLinks(tenant: Tenant, user: string): Promise<void> {
    await this.change(tenant, { _id: user }, { $inc: { mail_links: 1 } });
  }
}
