import { Injectable } from '@nestjs/common';
import { loginForm, type login } from '@paddock/contract/account';
import type { CallArguments, CallReply } from '@paddock/contract/call';
import type { Caller } from '../../platform/calls/caller.js';
import { PaddockError } from '../../platform/errors/paddock-error.js';
import { SessionService } from '../../platform/session/session.service.js';
import { UserRepository } from '../../platform/users/user.repository.js';
import { checkedForm } from '../checked-form.js';
import { Passwords } from '../password/passwords.js';
import { OwnRecord } from '../sessions/own-record.js';

/** Signing in with a name and a password. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly sessions: SessionService,
    private readonly own: OwnRecord,
  ) {}

  async login({ tenant, flags }: Caller, input: CallArguments<typeof login>): Promise<CallReply<typeof login>> {
    const { username_or_email: name, password } = checkedForm(loginForm(flags), input);
    const user = name.includes('@')
      ? await this.users.byEmail(tenant, name)
      : await this.users.byUsername(tenant, name);
    const fitting = await this.passwords.matching(tenant, user?._id, password);
    if (!user || fitting === undefined) throw new PaddockError('INVALID_CREDENTIALS');
    const reply = { token: await this.sessions.open(tenant, user._id), user: await this.own.of(tenant, user) };
    if (await this.passwords.isStill(tenant, user._id, fitting)) return reply;
    // It was changed meanwhile, and that may have ended the other sessions before this one began.
    const { session } = await this.sessions.resolve(tenant.community, reply.token);
    await this.sessions.end(tenant, session);
    throw new PaddockError('INVALID_CREDENTIALS');
  }
}
