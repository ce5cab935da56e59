import { Injectable } from '@nestjs/common';
import { signUpForm } from '@paddock/contract/account';
import type { signUp } from '@paddock/contract/account';
import type { CallArguments, CallReply } from '@paddock/contract/call';
import type { Caller } from '../../platform/calls/caller.js';
import { Conversations } from '../../platform/conversations/conversations.js';
import { PaddockError } from '../../platform/errors/paddock-error.js';
import { FilesService } from '../../platform/files/files.service.js';
import { once } from '../../platform/idempotency/once.js';
import { isDuplicateKey, Mongo } from '../../platform/mongo/mongo.js';
import { newId } from '../../platform/mongo/row.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { tenantOf, type Tenant } from '../../platform/tenancy/tenant.js';
import { UserRepository, type NewUser } from '../../platform/users/user.repository.js';
import type { UserRow } from '../../platform/users/user.schema.js';
import { checkedForm } from '../checked-form.js';
import { EmailPins } from '../email-verification/email-pins.js';
import { Passwords } from '../password/passwords.js';
import { Entrance } from '../sessions/entrance.js';
import { SecondFactor } from '../sign-in/second-factor.js';
import { SignUpChoices } from './sign-up-choices.js';

/** What is stored of a new account beside its record. */
interface Extras {
  passwordHash: string;
  /** The address of a picture that was uploaded for it. */
  picture: string | undefined;
}

/** New members. They begin unverified, and pending where admins decide. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly choices: SignUpChoices,
    private readonly pins: EmailPins,
    private readonly files: FilesService,
    private readonly conversations: Conversations,
    private readonly entrance: Entrance,
    private readonly secondFactor: SecondFactor,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /**
   * A resend proves itself by the password: a client id alone opens no session, and none of an account that asks for more than a
   * password since.
   */
  async signUp(caller: Caller, input: CallArguments<typeof signUp>): Promise<CallReply<typeof signUp>> {
    const { tenant, flags, language } = caller;
    const { client_id, fields = {}, profile_image: picture, ...base } = input;
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
        await this.checkNameFree(tenant, user);
        return this.create(tenant, user, { passwordHash: await this.passwords.hash(password), picture });
      },
    );
    if (!created && !(await this.mayResend(tenant, row, password))) throw new PaddockError('CONFLICT');
    // On a resend too: the first one may have ended half-way.
    for (const place of ['', ...row.workplaces])
      await this.conversations.joinEverybody(tenantOf(tenant.community, place), row._id);
    return this.entrance.enter(caller, row);
  }

  private async mayResend(tenant: Tenant, { _id }: UserRow, password: string): Promise<boolean> {
    return (await this.passwords.isRight(tenant, _id, password)) && !(await this.secondFactor.needed(tenant, _id));
  }

  /**
   * Whose address it is decides the unique index; of several at once the first one gets it, and the others are made without, so
   * that nobody learns by a sign-up that an address is known.
   */
  private async create(tenant: Tenant, user: NewUser, extras: Extras): Promise<UserRow> {
    for (;;) {
      const owner = await this.users.byEmail(tenant, user.email);
      try {
        return await this.store(tenant, user, extras, owner);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await this.checkNameFree(tenant, user);
        const isAddressTaken = !owner && (await this.users.byEmail(tenant, user.email)) !== null;
        // What the same sign-up made, sent twice at once, is no clash: `once` finds it.
        if (!isAddressTaken || (await this.users.byClientId(tenant, user.client_id))) throw error;
      }
    }
  }

  private store(tenant: Tenant, user: NewUser, { passwordHash, picture }: Extras, owner: UserRow | null) {
    const _id = newId();
    return this.mongo.transaction(async (session) => {
      const profile_image = picture && (await this.files.claimSignUpImage(tenant, picture, _id, { session }));
      const whole = { ...user, _id, ...(profile_image && { profile_image }) };
      const row = await this.users.create(tenant, whole, { session, isHeld: owner === null });
      await this.passwords.store(tenant, _id, passwordHash, { session });
      await this.pins.issue(tenant, row, owner, session);
      await this.outbox.add(session, { kind: 'MemberSignedUp', tenant, user: _id });
      return row;
    });
  }

  private async checkNameFree(tenant: Tenant, { username, client_id }: NewUser): Promise<void> {
    const named = await this.users.byUsername(tenant, username);
    if (named && named.client_id !== client_id)
      throw new PaddockError('USERNAME_NOT_AVAILABLE', { fields: { username: 'USERNAME_NOT_AVAILABLE' } });
  }
}
