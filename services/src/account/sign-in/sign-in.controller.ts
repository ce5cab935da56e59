import { Controller } from '@nestjs/common';
import { login } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { Caller } from '../../community/calls/caller.js';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @Answers(login)
  login(caller: Caller, input: CallArguments<typeof login>) {
    return this.signIn.login(caller, input);
  }
}
