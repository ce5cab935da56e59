import { Inject, Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { addressesIn } from '@paddock/contract/core/addresses';
import {
  invitationForm,
  type readInvitableGroups,
  type sendInvitations,
  type verifyInvitation,
} from '@paddock/contract/calls/invitations';
import { mayInvite } from '@paddock/contract/calls/users';
import { randomBytes } from 'node:crypto';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { withBoundedPatterns } from '../../infrastructure/calls/bounded-patterns.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { retryOnDuplicate } from '../../infrastructure/mongo/retry-on-duplicate.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { InvitableGroups } from './invitable-groups.js';
import { InvitationRepository } from './invitation.repository.js';

/** New addresses that a member invites in a day. */
const perDay = { by: 'member', points: 100, seconds: 24 * 3600, shared: true } as const;

type Sent = Required<Pick<CallArguments<typeof sendInvitations>, 'client_id' | 'groups'>>;

/** Invites people by e-mail (specification B §2, Invite). */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly users: UserRepository,
    private readonly invitable: InvitableGroups,
    private readonly limits: RateLimits,
    private readonly mailer: Mailer,
    private readonly address: CommunityAddress,
    private readonly mongo: Mongo,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * An address that has an account gets no mail; the reply and the limits are the same.
   *
   * @throws FORBIDDEN; INVALID_INPUT with `email_INVALID`; GROUP_NOT_FOUND; TOO_MANY_REQUESTS; INVITE_NOT_SENT
   */
  async send(
    caller: SignedInCaller,
    { client_id, emails, groups = [] }: CallArguments<typeof sendInvitations>,
  ): Promise<CallReply<typeof sendInvitations>> {
    this.check(caller);
    const form = parseForm(invitationForm(withBoundedPatterns(caller.flags)), { emails: listOf(emails), groups });
    const known = new Set((await this.invitable.groups(caller)).map(({ id }) => id));
    if (!groups.every((group) => known.has(group))) throw new PaddockError('GROUP_NOT_FOUND');
    // A concurrent call may invite one of them first: the others remain.
    await retryOnDuplicate(() => this.invite(caller, form.emails, { client_id, groups }));
    return { ok: true };
  }

  private async invite(caller: SignedInCaller, emails: readonly string[], sent: Sent): Promise<void> {
    const { tenant, user } = caller;
    if (await this.invitations.hasClientId(tenant, user._id, sent.client_id)) return;
    const invited = await this.invitations.invited(tenant, user._id, emails);
    const fresh = emails.filter((email) => !invited.has(email));
    const counted = fresh.map(() => ({ name: 'invitations.address', limit: perDay, subject: user._id }));
    await this.limits.takeAll(tenant.community, counted);
    try {
      await this.store(caller, fresh, sent);
    } catch (error) {
      await this.limits.giveBackAll(tenant.community, counted);
      if (error instanceof PaddockError || isDuplicateKey(error)) throw error;
      this.logger.error({ module: 'invitations', err: error }, 'invitations could not be stored');
      throw new PaddockError('INVITE_NOT_SENT');
    }
  }

  /** @throws LINK_INVALID for an unknown or used one, and after its sender has left; LINK_EXPIRED */
  async verify(
    { tenant }: Caller,
    { invitation_token }: CallArguments<typeof verifyInvitation>,
  ): Promise<CallReply<typeof verifyInvitation>> {
    const row = await this.invitations.byToken(tenant, invitation_token);
    const inviter = row && !row.user ? await this.users.byId(tenant, row.inviter) : null;
    if (!row || !inviter || inviter.banned) throw new PaddockError('LINK_INVALID');
    if (row.expires <= new Date()) throw new PaddockError('LINK_EXPIRED');
    return { fullname: inviter.fullname };
  }

  async groups(caller: SignedInCaller): Promise<CallReply<typeof readInvitableGroups>> {
    this.check(caller);
    const groups = await this.invitable.groups(caller);
    return { groups: groups.toSorted((a, b) => a.title.localeCompare(b.title)) };
  }

  private check({ user, tenant, flags }: SignedInCaller): void {
    if (!mayInvite(user, tenant.workplace, flags)) throw new PaddockError('FORBIDDEN');
  }

  /** Stores all invitations and their mails, or none. */
  private async store(
    { tenant, user, config, language }: SignedInCaller,
    emails: readonly string[],
    { client_id, groups }: Sent,
  ): Promise<void> {
    const accounts = await Promise.all(emails.map((email) => this.users.byEmail(tenant, email)));
    await this.mongo.transaction(async (session) => {
      for (const [index, email] of emails.entries()) {
        const token = randomBytes(32).toString('base64url');
        const invitation = { email, inviter: user._id, place: tenant.workplace, groups, client_id };
        const { _id } = await this.invitations.add(tenant, token, invitation, { session });
        if (accounts[index]) continue;
        const data = {
          inviter: user.fullname,
          community: config.title,
          address: this.address.page(tenant.community, `/signup/${token}`),
        };
        await this.mailer.queue(
          tenant,
          { key: `invitation:${_id}`, to: email, template: 'invitation', data, language },
          session,
        );
      }
    });
  }
}

/** The addresses of a list, of the JSON text of one, or of a text with commas. */
function listOf(emails: string | readonly string[]): string[] {
  if (typeof emails !== 'string') return addressesIn(emails.join(','));
  const text = emails.trim();
  if (!text.startsWith('[')) return addressesIn(text);
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return addressesIn(list.join(','));
  } catch {
    // No JSON: it is refused as a faulty address.
  }
  return [text];
}
