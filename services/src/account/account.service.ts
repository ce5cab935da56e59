import { Injectable } from '@nestjs/common';
import { changePasswordForm, loginForm, signUpForm } from '@paddock/contract/account';
import type { changePassword, login, signUp } from '@paddock/contract/account';
import type { CallArguments, CallReply } from '@paddock/contract/call';
import { fieldCodes } from '@paddock/contract/field-codes';
import type { Self } from '@paddock/contract/users';
import type { z } from 'zod';
import type { Caller, SignedInCaller } from '../platform/calls/caller.js';
import { Conversations } from '../platform/conversations/conversations.js';
import { PaddockError } from '../platform/errors/paddock-error.js';
import { once } from '../platform/idempotency/once.js';
import { MembershipRepository } from '../platform/memberships/membership.repository.js';
import { isDuplicateKey, Mongo } from '../platform/mongo/mongo.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { SessionService } from '../platform/session/session.service.js';
import type { Tenant } from '../platform/tenancy/tenant.js';
import { UserCards } from '../platform/users/user-cards.js';
import { UserRepository, type NewUser } from '../platform/users/user.repository.js';
import type { UserRow } from '../platform/users/user.schema.js';
import { Passwords } from './passwords.js';

/** Signing up, in and out, and the own password. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly sessions: SessionService,
    private readonly memberships: MembershipRepository,
    private readonly conversations: Conversations,
    private readonly cards: UserCards,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** A resend proves itself by the password: a client id alone opens no session. */
  async signUp({ tenant, flags, language }: Caller, input: CallArguments<typeof signUp>) {
    const { client_id, fields = {}, profile_image: _image, ...base } = input;
    const form = checked(signUpForm(flags), { ...fields, ...base });
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
    return this.session(tenant, row);
  }

  async login({ tenant, flags }: Caller, input: CallArguments<typeof login>): Promise<CallReply<typeof login>> {
    const { username_or_email: name, password } = checked(loginForm(flags), input);
    const user = name.includes('@')
      ? await this.users.byEmail(tenant, name)
      : await this.users.byUsername(tenant, name);
    const fitting = await this.passwords.matching(tenant, user?._id, password);
    if (!user || fitting === undefined) throw new PaddockError('INVALID_CREDENTIALS');
    const reply = await this.session(tenant, user);
    if (await this.passwords.isStill(tenant, user._id, fitting)) return reply;
    // It was changed meanwhile, and that may have ended the other sessions before this one began.
    const { session } = await this.sessions.resolve(tenant.community, reply.token);
    await this.sessions.end(tenant, session);
    throw new PaddockError('INVALID_CREDENTIALS');
  }

  async logout({ tenant, session }: SignedInCaller) {
    await this.sessions.end(tenant, session);
    return { ok: true as const };
  }

  async readSelf({ tenant, user }: SignedInCaller): Promise<Self> {
    return this.self(tenant, user);
  }

  async changePassword(caller: SignedInCaller, { id, ...input }: CallArguments<typeof changePassword>) {
    const { tenant, user, session, flags } = caller;
    if (id !== user._id) throw new PaddockError('FORBIDDEN');
    const { password, new_password } = checked(changePasswordForm(flags), input);
    if (!(await this.passwords.isRight(tenant, user._id, password)))
      throw new PaddockError('WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
    await this.passwords.store(tenant, user._id, await this.passwords.hash(new_password));
    await this.sessions.endOthers(tenant, session);
    return { ok: true as const };
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

  private async session(tenant: Tenant, user: UserRow) {
    return { token: await this.sessions.open(tenant, user._id), user: await this.self(tenant, user) };
  }

  private async self(tenant: Tenant, user: UserRow): Promise<Self> {
    return this.cards.self(tenant, user, await this.memberships.ofUser(tenant, user._id));
  }
}

function taken(code: 'USERNAME_NOT_AVAILABLE' | 'EMAIL_NOT_AVAILABLE', field: string): PaddockError {
  return new PaddockError(code, { fields: { [field]: code } });
}

/** Runs a form's own rules, which depend on the deployment and so are not in the call's declaration. */
function checked<S extends z.ZodType>(form: S, value: unknown): z.output<S> {
  const parsed = form.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new PaddockError('INVALID_INPUT', { fields: fieldCodes(parsed.error) });
  return parsed.data;
}
