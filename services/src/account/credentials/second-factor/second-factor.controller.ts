import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  addPasskey,
  confirmTotp,
  liftTotp,
  passkeyLogin,
  readMemberTotp,
  readSecurity,
  removePasskey,
  removeTotp,
  startPasskey,
  startPasskeyLogin,
  startTotp,
} from '@paddock/contract/calls/second-factor';
import { Answers } from '../../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../../community/calls/caller.js';
import { LinkedIdentities } from '../linked-identities.js';
import { AuthenticatorService } from './authenticator.service.js';
import { LostFactor } from './lost-factor.js';
import { PasskeysService } from './passkeys.service.js';

@Controller()
export class SecondFactorController {
  constructor(
    private readonly authenticator: AuthenticatorService,
    private readonly passkeys: PasskeysService,
    private readonly lost: LostFactor,
    private readonly identities: LinkedIdentities,
  ) {}

  @Answers(readSecurity)
  async read(caller: SignedInCaller) {
    const { tenant, user } = caller;
    const [passkeys, factor, identities, password] = await Promise.all([
      this.passkeys.list(tenant, user._id),
      this.authenticator.status(tenant, user._id),
      this.identities.list(caller),
      this.identities.hasPassword(caller),
    ]);
    return { passkeys, ...factor, identities, password };
  }

  @Answers(startTotp)
  startTotp(caller: SignedInCaller, input: CallArguments<typeof startTotp>) {
    return this.authenticator.start(caller, input);
  }

  @Answers(confirmTotp)
  confirmTotp(caller: SignedInCaller, input: CallArguments<typeof confirmTotp>) {
    return this.authenticator.confirm(caller, input);
  }

  @Answers(removeTotp)
  removeTotp(caller: SignedInCaller, input: CallArguments<typeof removeTotp>) {
    return this.authenticator.remove(caller, input);
  }

  @Answers(readMemberTotp)
  readMemberTotp(caller: SignedInCaller, input: CallArguments<typeof readMemberTotp>) {
    return this.lost.read(caller, input);
  }

  @Answers(liftTotp)
  liftTotp(caller: SignedInCaller, input: CallArguments<typeof liftTotp>) {
    return this.lost.lift(caller, input);
  }

  @Answers(startPasskey)
  startPasskey(caller: SignedInCaller, input: CallArguments<typeof startPasskey>) {
    return this.passkeys.start(caller, input);
  }

  @Answers(addPasskey)
  addPasskey(caller: SignedInCaller, input: CallArguments<typeof addPasskey>) {
    return this.passkeys.add(caller, input);
  }

  @Answers(removePasskey)
  removePasskey(caller: SignedInCaller, input: CallArguments<typeof removePasskey>) {
    return this.passkeys.remove(caller, input);
  }

  @Answers(startPasskeyLogin)
  startPasskeyLogin(caller: Caller) {
    return this.passkeys.startLogin(caller);
  }

  @Answers(passkeyLogin)
  passkeyLogin(caller: Caller, input: CallArguments<typeof passkeyLogin>) {
    return this.passkeys.login(caller, input);
  }
}
