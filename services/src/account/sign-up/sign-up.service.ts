import { Injectable } from '@nestjs/common';
import { signUpForm } from '@paddock/contract/calls/account';
import type { signUp } from '@paddock/contract/calls/account';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { Caller } from '../../community/calls/caller.js';
import { ConversationMembers } from '../../community/conversations/conversation-members.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { withBoundedPatterns } from '../../infrastructure/calls/bounded-patterns.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { SessionIssuer } from '../sessions/session-issuer.js';
import { AccountCreation } from './account-creation.js';
import { EarlierSignUps } from './earlier-sign-ups.js';
import { SignUpChoices } from './sign-up-choices.js';

/** Creates members. They start unverified, and pending where admins approve them. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly users: UserRepository,
    private readonly choices: SignUpChoices,
    private readonly earlier: EarlierSignUps,
    private readonly creation: AccountCreation,
    private readonly conversations: ConversationMembers,
    private readonly issuer: SessionIssuer,
  ) {}

  /**
   * A resend must carry the right password: a client id alone opens no session. An account that has gained a second factor since gets no
   * session from a resend at all.
   */
  async signUp(caller: Caller, input: CallArguments<typeof signUp>): Promise<CallReply<typeof signUp>> {
    const { tenant, flags, language } = caller;
    const { client_id, fields = {}, profile_image: picture, invitation_token: invitation, ...base } = input;
    const form = parseForm(signUpForm(withBoundedPatterns(flags)), { ...fields, ...base });
    const { email, username, password, fullname } = form;
    const { row, created } = await once(
      () => this.users.byClientId(tenant, client_id),
      async () => {
        const user = {
          ...{ client_id, email, username, fullname, language },
          ...(await this.choices.partsOf(caller, form)),
          email_verified: false,
          pending: flags.admin_approval_required,
        };
        const former = await this.earlier.replacedBy(tenant, user, password);
        return this.creation.create(tenant, user, { password, picture, former, invitation });
      },
    );
    if (!created && !(await this.earlier.opens(tenant, row, password))) throw new PaddockError('CONFLICT');
    // On a resend too: the first call may have stopped half-way.
    for (const place of ['', ...row.workplaces])
      await this.conversations.joinEverybody(tenantOf(tenant.community, place), row._id);
    return this.issuer.issue(caller, row);
  }
}
