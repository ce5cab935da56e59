import { Injectable } from '@nestjs/common';
import { signUpForm } from '@paddock/contract/calls/account';
import type { signUp } from '@paddock/contract/calls/account';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { Caller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { ConversationMembers } from '../../community/conversations/conversation-members.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { FilesService } from '../../community/files/files.service.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository, type NewUser } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { DeletionService } from '../data/deletion.service.js';
import { checkedForm } from '../../infrastructure/calls/checked-form.js';
import { EmailPins } from './email-verification/email-pins.js';
import { Passwords } from '../credentials/password/passwords.js';
import { SessionIssuer } from '../sessions/session-issuer.js';
import { SecondFactor } from '../credentials/second-factor/second-factor.js';
import { SignUpChoices } from './sign-up-choices.js';

/** Password comparisons per taken user name. */
const repeatLimit = { by: 'account', points: 8, seconds: 3600, shared: true } as const;

/** What is stored with a new account's record. */
interface Extras {
  passwordHash: string;
  /** The URL of an uploaded profile image. */
  picture: string | undefined;
  /** The same person's earlier unverified account, which this one replaces. */
  former: UserRow | null;
  /** The token of an invitation's link. */
  invitation: string | undefined;
}

/** Creates members. They start unverified, and pending where admins approve them. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly choices: SignUpChoices,
    private readonly pins: EmailPins,
    private readonly files: FilesService,
    private readonly conversations: ConversationMembers,
    private readonly issuer: SessionIssuer,
    private readonly secondFactor: SecondFactor,
    private readonly deletion: DeletionService,
    private readonly limits: RateLimits,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly extensions: ExtensionPoints,
  ) {}

  /**
   * A resend must carry the right password: a client id alone opens no session. An account that has gained a second factor since gets no
   * session from a resend at all.
   */
  async signUp(caller: Caller, input: CallArguments<typeof signUp>): Promise<CallReply<typeof signUp>> {
    const { tenant, flags, language } = caller;
    const { client_id, fields = {}, profile_image: picture, invitation_token: invitation, ...base } = input;
    const form = checkedForm(signUpForm(flags), { ...fields, ...base });
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
        const former = await this.formerOf(tenant, user, password);
        return this.store(tenant, user, {
          passwordHash: await this.passwords.hash(password),
          picture,
          former,
          invitation,
        });
      },
    );
    if (!created && !(await this.mayResend(tenant, row, password))) throw new PaddockError('CONFLICT');
    // On a resend too: the first call may have stopped half-way.
    for (const place of ['', ...row.workplaces])
      await this.conversations.joinEverybody(tenantOf(tenant.community, place), row._id);
    return this.issuer.issue(caller, row);
  }

  private async mayResend(tenant: Tenant, { _id }: UserRow, password: string): Promise<boolean> {
    return (await this.passwords.isRight(tenant, _id, password)) && !(await this.secondFactor.needed(tenant, _id));
  }

  private async store(
    tenant: Tenant,
    user: NewUser,
    { passwordHash, picture, former, invitation }: Extras,
  ): Promise<UserRow> {
    const _id = newId();
    const owner = await this.users.byEmail(tenant, user.email);
    const created = this.mongo.transaction(async (session) => {
      // If it was verified meanwhile, it keeps its name and the unique index refuses this one.
      if (former) await this.deletion.deleteUnverified(tenant, former._id, session);
      const profile_image = picture && (await this.files.claimSignUpImage(tenant, picture, _id, { session }));
      const row = await this.users.create(
        tenant,
        { ...user, _id, ...(profile_image && { profile_image }) },
        { session },
      );
      await this.passwords.store(tenant, _id, passwordHash, { session });
      await this.pins.issue(tenant, row, owner, session);
      if (invitation !== undefined)
        for (const accept of this.extensions.all('accept_invitation').values())
          await accept(tenant, invitation, _id, session);
      await this.outbox.add(session, { kind: 'MemberSignedUp', tenant, user: _id });
      return row;
    });
    return created.catch(async (error: unknown) => {
      // A concurrent resend of the same sign-up is no clash: `once` returns its account.
      if (isDuplicateKey(error) && !(await this.users.byClientId(tenant, user.client_id))) throw nameTaken();
      throw error;
    });
  }

  /**
   * Finds the account that a person who lost the PIN created before: unverified, with the same user name, address and password. Every
   * taken name costs a password comparison, so that timing does not reveal whose address it is.
   *
   * @throws USERNAME_NOT_AVAILABLE when another person has the name.
   */
  private async formerOf(tenant: Tenant, user: NewUser, password: string): Promise<UserRow | null> {
    const named = await this.users.byUsername(tenant, user.username);
    if (!named || named.client_id === user.client_id) return null;
    await this.limits.take('sign_up_again', repeatLimit, tenant.community, named._id).catch((error: unknown) => {
      throw error instanceof PaddockError ? nameTaken() : error;
    });
    const isCandidate = !named.email_verified && named.email === user.email;
    const isRight = await this.passwords.isRight(tenant, isCandidate ? named._id : '', password);
    if (!isRight || (await this.secondFactor.needed(tenant, named._id))) throw nameTaken();
    return named;
  }
}

function nameTaken(): PaddockError {
  return new PaddockError('USERNAME_NOT_AVAILABLE', { fields: { username: 'USERNAME_NOT_AVAILABLE' } });
}
