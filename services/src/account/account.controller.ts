import { Controller } from '@nestjs/common';
import { changePassword } from '@paddock/contract/account';
import type { CallArguments } from '@paddock/contract/call';
import { Answers } from '../platform/calls/answers.js';
import type { SignedInCaller } from '../platform/calls/caller.js';
import { PasswordService } from './password/password.service.js';

/** The one route of what members change of themselves; `verb` tells which part of it is meant. */
@Controller()
export class AccountController {
  constructor(private readonly passwords: PasswordService) {}

  @Answers(changePassword)
  changeSelf(caller: SignedInCaller, input: CallArguments<typeof changePassword>) {
    return this.passwords.change(caller, input);
  }
}
