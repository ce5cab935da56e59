import { Injectable } from '@nestjs/common';
import { signUpForm } from '@paddock/contract/account';
import type { signUp } from '@paddock/contract/account';
import type { CallArguments } from '@paddock/contract/call';
import type { Caller } from '../../platform/calls/caller.js';
import { Conversations } from '../../platform/conversations/conversations.js';
import { PaddockError } from '../../platform/errors/paddock-error.js';
import { once } from '../../platform/idempotency/once.js';
import { isDuplicateKey, Mongo } from '../../platform/mongo/mongo.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { SessionService } from '../../platform/session/session.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { UserRepository, type NewUser } from '../../platform/users/user.repository.js';
import type { UserRow } from '../../platform/users/user.schema.js';
import { checkedForm } from '../checked-form.js';
import { OwnRecord } from '../sessions/own-record.js';
import { Passwords } from '../password/passwords.js';

/** New members. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly conversations: Conversations,
    private readonly sessions: SessionService,
    private readonly own: OwnRecord,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** A resend proves itself by the password: a client id alone opens no session. */
  async signUp({ tenant, flags, language }: Caller, input: CallArguments<typeof signUp>) {
    const { client_id, fields = {}, profile_image: _image, ...base } = input;
    const form = checkedForm(signUpForm(flags), { ...fields, ...base });
    const { email, username, password, fullname } = form;
    const extras = flags.signup_fields.flatMap(({ name }) => {
      const value = (form as Record<string, unknown>)[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const { row, created } = await once(
      () => this.users.byClientId(tenant, client_id),
      () =>
        this.create(tenant, password, {
          client_id,
          email,
          username,
          fullname,
          language,
          fields: Object.fromEntries(extras),
          pending: flags.admin_approval_required,
        }),
    );
    if (created) await this.conversations.joinEverybody(tenant, row._id);
    else if (!(await this.passwords.isRight(tenant, row._id, password))) throw new PaddockError('CONFLICT');
    return { token: await this.sessions.open(tenant, row._id), user: await this.own.of(tenant, row) };
  }

  private async create(tenant: Tenant, password: string, user: NewUser): Promise<UserRow> {
    await this.checkFree(tenant, user);
    const passwordHash = await this.passwords.hash(password);
    try {
      return await this.mongo.transaction(async (session) => {
        const row = await this.users.create(tenant, user, { session });
        await this.passwords.store(tenant, row._id, passwordHash, { session });
        await this.outbox.add(session, { kind: 'MemberSignedUp', tenant, user: row._id });
        return row;
      });
    } catch (error) {
      // Somebody took the name or the address while the password was hashed.
      if (isDuplicateKey(error)) await this.checkFree(tenant, user);
      throw error;
    }
  }

  /** What the same sign-up made, sent twice at once, is no clash: `once` finds it. */
  private async checkFree(tenant: Tenant, { username, email, client_id }: NewUser): Promise<void> {
    const [named, addressed] = await Promise.all([
      this.users.byUsername(tenant, username),
      this.users.byEmail(tenant, email),
    ]);
    if (named && named.client_id !== client_id) throw taken('USERNAME_NOT_AVAILABLE', 'username');
    if (addressed && addressed.client_id !== client_id) throw taken('EMAIL_NOT_AVAILABLE', 'email');
  }
}

function taken(code: 'USERNAME_NOT_AVAILABLE' | 'EMAIL_NOT_AVAILABLE', field: string): PaddockError {
  return new PaddockError(code, { fields: { [field]: code } });
}
