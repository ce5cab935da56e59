import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { PaddockError } from '../errors/paddock-error.js';
import { Mongo } from '../mongo/mongo.js';
import { TenantRepository, type InSession } from '../mongo/tenant-repository.js';
import { sha256 } from '../sha256.js';
import type { Tenant } from '../tenancy/tenant.js';
import { type LinkKind, linkTokenSchema, type LinkTokenRow } from './link-token.schema.js';

export interface NewLink {
  kind: LinkKind;
  user: string;
  facts?: Record<string, string>;
  lifetimeMs: number;
}

/**
 * Tokens of links in mails: 256 bits, stored hashed, valid for a time, spent only by the act itself (`decisions`, Names and
 * calls).
 */
@Injectable()
export class LinkTokens extends TenantRepository<LinkTokenRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'link_tokens', linkTokenSchema);
  }

  /** Makes a token, which is not stored. */
  async make(
    tenant: Tenant,
    { kind, user, facts = {}, lifetimeMs }: NewLink,
    options: InSession = {},
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expires = new Date(Date.now() + lifetimeMs);
    await this.insert(tenant, { _id: sha256(token), kind, user, facts, expires }, options);
    return token;
  }

  /**
   * The link, spent or not; changes nothing.
   *
   * @throws LINK_INVALID for an unknown or altered one, also of another kind or community; LINK_EXPIRED after its expiry.
   */
  async read(tenant: Tenant, kind: LinkKind, token: string): Promise<LinkTokenRow> {
    const row = await this.findOne(tenant, { _id: sha256(token), kind });
    if (!row) throw new PaddockError('LINK_INVALID');
    if (row.expires <= new Date()) throw new PaddockError('LINK_EXPIRED');
    return row;
  }

  /**
   * Spends a link with the act's result, in the transaction of the act. False if it is spent already: then the act must not
   * run, and the row's `outcome` is its result.
   */
  async spend(tenant: Tenant, link: LinkTokenRow, outcome: string, options: InSession): Promise<boolean> {
    const filter = { _id: link._id, outcome: { $exists: false } };
    return (await this.change(tenant, filter, { $set: { outcome } }, options)) !== null;
  }

  /** Whether a link with these facts was made for a member, spent or not. */
  async wasMade(
    tenant: Tenant,
    user: string,
    kind: LinkKind,
    facts: Readonly<Record<string, string>>,
    options: InSession,
  ): Promise<boolean> {
    const named = Object.entries(facts).map(([name, value]) => [`facts.${name}`, value] as const);
    return (await this.findOne(tenant, { user, kind, ...Object.fromEntries(named) }, options)) !== null;
  }

  /** Withdraws a member's open links of a kind, which a newer one replaces. */
  async withdraw(tenant: Tenant, user: string, kind: LinkKind, options: InSession = {}): Promise<void> {
    await this.remove(tenant, { user, kind, outcome: { $exists: false } }, options);
  }

  /** Withdraws a member's open links of the same kind and lifetime that were made after this one. */
  async withdrawLater(tenant: Tenant, { user, kind, expires }: LinkTokenRow, options: InSession): Promise<void> {
    await this.remove(tenant, { user, kind, expires: { $gt: expires }, outcome: { $exists: false } }, options);
  }

  /** Withdraws all links ever mailed about a member. */
  async forget(tenant: Tenant, user: string, options: InSession = {}): Promise<void> {
    await this.remove(tenant, { user }, options);
  }
}
