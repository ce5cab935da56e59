import { Injectable } from '@nestjs/common';
import type { revokeEmailChange } from '@paddock/contract/calls/email-verification';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { Caller } from '../../../community/calls/caller.js';
import { SessionService } from '../../../community/sessions/session.service.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { LinkTokenRow } from '../../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { EmailPins } from '../email-pins.js';

/** Takes a change of the address back by the link that was mailed to the former one (ADR 0071). */
@Injectable()
export class EmailRevocation {
  constructor(
    private readonly users: UserRepository,
    private readonly addresses: AccountAddressRepository,
    private readonly pins: EmailPins,
    private readonly links: LinkTokens,
    private readonly sessions: SessionService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** Another person knew the password: all sessions end. Opened again, the link returns the same reply. */
  async revoke(
    { tenant }: Caller,
    { email_token }: CallArguments<typeof revokeEmailChange>,
  ): Promise<CallReply<typeof revokeEmailChange>> {
    const link = await this.links.read(tenant, 'revoke_email', email_token);
    const email = link.facts['email']!;
    if (link.outcome !== undefined) return { email };
    await this.mongo
      .transaction((session) => this.keepFormer(tenant, link, email, session))
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new PaddockError('LINK_INVALID') : error;
      });
    // A sign-in may have begun a session while the transaction ran.
    await this.sessions.endAll(tenant, link.user);
    return { email };
  }

  private async keepFormer(tenant: Tenant, link: LinkTokenRow, to: string, session: ClientSession): Promise<void> {
    if (!(await this.links.spend(tenant, link, 'revoked', { session }))) return;
    const user = await this.users.byId(tenant, link.user);
    if (!user?.held_email) throw new PaddockError('LINK_INVALID');
    const { held_email: from } = user;
    // Until its owner sets a new password, the account may hold another person's passkeys: `byLink` lets the reset remove them.
    if (from !== to && !(await this.addresses.moveEmail(tenant, user._id, { from, to, byLink: true }, { session })))
      throw new PaddockError('CONFLICT');
    await this.pins.forget(tenant, user._id, session);
    // The links of later changes are in mailboxes that were never this owner's. An earlier one still leads to this owner.
    await this.links.withdrawLater(tenant, link, { session });
    await this.sessions.endAllIn(session, tenant, user._id);
    await this.outbox.add(session, { kind: 'MemberChanged', tenant, user: user._id });
  }
}
