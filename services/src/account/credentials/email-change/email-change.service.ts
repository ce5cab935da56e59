import { Injectable } from '@nestjs/common';
import { changeEmailForm, type revokeEmailChange, type sendEmailPin } from '@paddock/contract/calls/email-verification';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { Caller, SignedInCaller } from '../../../community/calls/caller.js';
import { SessionService } from '../../../community/sessions/session.service.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { checkedForm } from '../../../infrastructure/calls/checked-form.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import type { LinkTokenRow } from '../../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { Mailer } from '../../../infrastructure/mail/mailer.js';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { newId } from '../../../infrastructure/mongo/row.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { EmailPins, resendSeconds } from '../../sign-up/email-verification/email-pins.js';
import { OwnPassword } from '../password/own-password.js';

/** How long the former address can take a change back: the texts of its mail name the days. */
const revocableMs = 7 * 24 * 3_600_000;

/**
 * Changes the address of a verified member (decisions, Accounts; ADR 0071): password, PIN to the new address, a link of
 * revocation to the current one, which stays the member's until the PIN is entered.
 */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly users: UserRepository,
    private readonly addresses: AccountAddressRepository,
    private readonly pins: EmailPins,
    private readonly password: OwnPassword,
    private readonly links: LinkTokens,
    private readonly sessions: SessionService,
    private readonly mailer: Mailer,
    private readonly communities: Communities,
    private readonly address: CommunityAddress,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** The password is checked after the limit, which bounds the guesses at it. */
  async begin(
    caller: SignedInCaller,
    input: CallArguments<typeof sendEmailPin>,
  ): Promise<CallReply<typeof sendEmailPin>> {
    const { tenant, user, flags } = caller;
    if (flags.disable_user_edit_email) throw new PaddockError('FEATURE_DISABLED');
    const { email, password } = checkedForm(changeEmailForm(flags), input);
    await this.pins.checkPause(tenant, user._id, email);
    await this.pins.takeMail(tenant, user._id);
    await this.password.check(caller, password);
    const owner = await this.users.byEmail(tenant, email);
    await this.mongo.transaction(async (session) => {
      // Checked again: a concurrent call may have sent a mail since.
      await this.pins.checkPause(tenant, user._id, email, { session });
      await this.pins.issueForChange(tenant, { ...user, email }, owner, session);
      await this.mailFormer(tenant, user, email, session);
    });
    return { email, retry_after: resendSeconds };
  }

  /**
   * @throws INVALID_PIN for a wrong PIN; PIN_EXPIRED when it is not for this address, after ten minutes and five tries, and when another
   *   account has verified the address.
   */
  async finish({ tenant, user }: SignedInCaller, pin: string, email: string): Promise<void> {
    const { email: to } = await this.pins.matching(tenant, user._id, pin);
    if (to !== email) throw new PaddockError('PIN_EXPIRED', { fields: { pin: 'PIN_EXPIRED' } });
    await this.mongo
      .transaction(async (session) => {
        if (!(await this.addresses.moveEmail(tenant, user._id, { from: user.held_email!, to }, { session }))) return;
        await this.pins.forget(tenant, user._id, session);
        await this.outbox.add(session, { kind: 'MemberChanged', tenant, user: user._id });
      })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }

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

  private async mailFormer(tenant: Tenant, user: UserRow, email: string, session: ClientSession): Promise<void> {
    const { _id, fullname, language, held_email: to } = user;
    const link = { kind: 'revoke_email', user: _id, facts: { email: to! }, lifetimeMs: revocableMs } as const;
    const token = await this.links.make(tenant, link, { session });
    const community = this.communities.find(tenant.community)?.title ?? '';
    const address = this.address.page(tenant.community, `/revoke_email/${token}`);
    const data = { fullname, community, email, address };
    const key = `email_change_begun:${newId()}`;
    await this.mailer.queue(tenant, { key, to: to!, template: 'email_change_begun', data, language }, session);
  }
}
