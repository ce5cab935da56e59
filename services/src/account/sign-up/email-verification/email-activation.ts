import { Injectable } from '@nestjs/common';
import type { activate } from '@paddock/contract/calls/email-verification';
import type { CallArguments } from '@paddock/contract/core/call';
import type { Caller } from '../../../community/calls/caller.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { AddressProof } from './address-proof.js';

/** Verifies an address by a mailed link. */
@Injectable()
export class EmailActivation {
  constructor(
    private readonly users: UserRepository,
    private readonly proof: AddressProof,
    private readonly links: LinkTokens,
    private readonly mongo: Mongo,
  ) {}

  /** The link verifies once; opened again, with or without a session, it returns the same reply. */
  async activate({ tenant, user }: Caller, { email_token }: CallArguments<typeof activate>): Promise<{ ok: true }> {
    const link = await this.links.read(tenant, 'activate', email_token);
    const email = link.facts['email'] ?? '';
    if (link.outcome === undefined)
      await this.mongo
        .transaction(async (session) => {
          if (!(await this.links.spend(tenant, link, 'activated', { session }))) return;
          const isProved = await this.proof.prove(tenant, link.user, email, session, user?._id !== link.user);
          if (!isProved && !(await this.isVerified(tenant, link.user, email))) throw new PaddockError('LINK_INVALID');
        })
        .catch((error: unknown) => {
          throw isDuplicateKey(error) ? new PaddockError('LINK_INVALID') : error;
        });
    return { ok: true };
  }

  private async isVerified(tenant: Tenant, id: string, email: string): Promise<boolean> {
    const row = await this.users.byId(tenant, id);
    return row?.email_verified === true && row.held_email === email;
  }
}
