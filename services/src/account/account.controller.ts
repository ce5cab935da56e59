import { Controller } from '@nestjs/common';
import { changePassword, login, logout, readSelf, signUp } from '@paddock/contract/account';
import type { CallArguments } from '@paddock/contract/call';
import { Answers } from '../platform/calls/answers.js';
import type { Caller, SignedInCaller } from '../platform/calls/caller.js';
import { AccountService } from './account.service.js';

@Controller()
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Answers(signUp)
  signUp(caller: Caller, input: CallArguments<typeof signUp>) {
    return this.accounts.signUp(caller, input);
  }

  @Answers(login)
  login(caller: Caller, input: CallArguments<typeof login>) {
    return this.accounts.login(caller, input);
  }

  @Answers(logout)
  logout(caller: SignedInCaller) {
    return this.accounts.logout(caller);
  }

  @Answers(readSelf)
  readSelf(caller: SignedInCaller) {
    return this.accounts.readSelf(caller);
  }

  @Answers(changePassword)
  changePassword(caller: SignedInCaller, input: CallArguments<typeof changePassword>) {
    return this.accounts.changePassword(caller, input);
  }
}
