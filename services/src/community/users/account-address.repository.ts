import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from './user.repository.js';
import { userSchema, type UserRow } from './user.schema.js';

/** E-mail addresses of accounts: their verification, their changes, and the accounts that never verified one. */
@Injectable()
export class AccountAddressRepository extends TenantRepository<UserRow> {
  constructor(
    mongo: Mongo,
    private readonly users: UserRepository,
  ) {
    super(mongo, 'users', userSchema);
  }

  /**
   * Accounts that an address can mean: the one that verified it, and the newest of those that did not. Always runs two queries, so
   * that the duration reveals nothing.
   */
  async whoMayMean(tenant: Tenant, email: string): Promise<[UserRow | null, UserRow | null]> {
    const [holder, [newest = null]] = await Promise.all([
      this.users.byEmail(tenant, email),
      this.find(tenant, { email: email.toLowerCase(), email_verified: false }, { sort: { _id: -1 }, limit: 1 }),
    ]);
    return [holder, newest];
  }

  /** Changes the address of an account that has not verified one; null for an account that has. */
  changeEmail(tenant: Tenant, id: string, address: string, options: InSession): Promise<UserRow | null> {
    const change = { $set: { email: address.toLowerCase() } };
    return this.change(tenant, { _id: id, email_verified: false }, change, options);
  }

  /** Members with a verified address but without `held_email`, which older records lack. */
  provedUnheld(tenant: Tenant, limit: number): Promise<UserRow[]> {
    return this.find(tenant, { email_verified: true, held_email: { $exists: false } }, { limit });
  }

  async holdEmail(tenant: Tenant, { _id, email }: UserRow): Promise<void> {
    await this.change(tenant, { _id }, { $set: { held_email: email } });
  }

  /** Removes `held_email` from accounts that have not verified the address. */
  async releaseUnproved(tenant: Tenant): Promise<void> {
    const filter = { held_email: { $exists: true }, email_verified: false };
    await this.changeAll(tenant, filter, { $unset: { held_email: 1 } });
  }

  /** Accounts older than `before` that never verified their address, the oldest first, after the one with the id `after`. */
  async unprovedBefore(tenant: Tenant, before: Date, after: string, limit: number): Promise<string[]> {
    const filter = { email_verified: false, created: { $lt: before }, _id: { $gt: after } };
    const rows = await this.findParts(tenant, filter, [], { sort: { _id: 1 }, limit });
    return rows.map(({ _id }) => _id);
  }

  /**
   * Stores that a member verified an address; null unless it is their record's address, and not verified yet.
   *
   * @throws a duplicate key error if another account has verified it.
   */
  verifyEmail(
    tenant: Tenant,
    id: string,
    email: string,
    { byLink = false, ...options }: InSession & { byLink?: boolean },
  ): Promise<UserRow | null> {
    const filter = { _id: id, email, email_verified: false };
    const proved = { held_email: email, email_verified: true, ...(byLink && { verified_by_link: true }) };
    return this.change(tenant, filter, { $set: proved }, options);
  }

  /**
   * Gives a verified account another address, unless its address has changed since; null then.
   *
   * @param byLink the new address was proved without the member's session
   * @throws a duplicate key error if another account has verified it.
   */
  moveEmail(
    tenant: Tenant,
    id: string,
    { from, to, byLink = false }: { from: string; to: string; byLink?: boolean },
    options: InSession,
  ): Promise<UserRow | null> {
    const $set = { email: to, held_email: to, later_email: true, ...(byLink && { verified_by_link: true }) };
    const change = byLink ? { $set } : { $set, $unset: { verified_by_link: 1 as const } };
    return this.change(tenant, { _id: id, held_email: from }, change, options);
  }

  /** Makes links by the address and resets conflict, also of an account without a password. */
  async noteLinks(tenant: Tenant, id: string, options: InSession): Promise<void> {
    await this.change(tenant, { _id: id }, { $set: { links_changed: new Date() } }, options);
  }

  /** Stores that the account's owner reads its mail; null if that was already known. */
  forgetVerifiedByLink(tenant: Tenant, id: string, options: InSession): Promise<UserRow | null> {
    return this.change(tenant, { _id: id, verified_by_link: true }, { $unset: { verified_by_link: 1 } }, options);
  }
}
