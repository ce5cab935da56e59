import { Injectable } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession, type NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import { sha256 } from '../../infrastructure/sha256.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { invitationSchema, type InvitationRow } from './invitation.schema.js';

/** How long a link works, and how long the same member cannot invite the address again. */
const invitationMs = 30 * dayMs;
/** How long an accepted invitation is kept. */
const acceptedMs = 365 * dayMs;

@Injectable()
export class InvitationRepository extends TenantRepository<InvitationRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'invitations', invitationSchema);
  }

  byToken(tenant: Tenant, token: string, options: InSession = {}): Promise<InvitationRow | null> {
    return this.findOne(tenant, { _id: sha256(token) }, options);
  }

  hasClientId(tenant: Tenant, inviter: string, client_id: string): Promise<boolean> {
    return this.exists(tenant, { inviter, client_id });
  }

  /** Of these addresses, those that the member has invited and that may not be invited again yet. */
  async invited(tenant: Tenant, inviter: string, addresses: readonly string[]): Promise<Set<string>> {
    const byKey = new Map(addresses.map((address) => [addressKey(tenant, address), address]));
    const rows = await this.find(tenant, { inviter, address: { $in: [...byKey.keys()] } });
    return new Set(rows.map(({ address }) => byKey.get(address)!));
  }

  async add(
    tenant: Tenant,
    token: string,
    { email, ...row }: Pick<InvitationRow, 'inviter' | 'place' | 'groups' | 'client_id'> & { email: string },
    options: Required<InSession>,
  ): Promise<InvitationRow> {
    const created = new Date();
    const expires = new Date(created.getTime() + invitationMs);
    const fresh: NewRow<InvitationRow> = {
      ...row,
      _id: sha256(token),
      address: addressKey(tenant, email),
      created,
      expires,
    };
    return this.insert(tenant, fresh, options);
  }

  /** Notes who signed up by it. Null for a used or expired one. */
  accept(tenant: Tenant, id: string, user: string, options: InSession): Promise<InvitationRow | null> {
    const now = Date.now();
    const open = { _id: id, user: { $exists: false }, expires: { $gt: new Date(now) } };
    return this.change(tenant, open, { $set: { user, expires: new Date(now + acceptedMs) } }, options);
  }

  /** Open invitations to an address that was verified, oldest first. */
  openTo(tenant: Tenant, email: string): Promise<InvitationRow[]> {
    const filter = { address: addressKey(tenant, email), user: { $exists: false }, expires: { $gt: new Date() } };
    return this.find(tenant, filter, { sort: { created: 1 } });
  }

  acceptedBy(tenant: Tenant, user: string): Promise<InvitationRow[]> {
    return this.find(tenant, { user });
  }

  /** False when another delivery has done it. */
  async setJoined(tenant: Tenant, id: string, options: Required<InSession>): Promise<boolean> {
    const filter = { _id: id, joined: { $exists: false } };
    return (await this.change(tenant, filter, { $set: { joined: new Date() } }, options)) !== null;
  }

  sentBy(tenant: Tenant, inviter: string): Promise<InvitationRow[]> {
    return this.find(tenant, { inviter }, { sort: { created: 1 } });
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.remove(tenant, { inviter: user });
    await this.remove(tenant, { user });
  }
}
const addressKey = ({ community }: Tenant, email: string) => sha256(JSON.stringify([community, email.toLowerCase()]));
