import { Controller } from '@nestjs/common';
import { readSelectableGroups, signUp } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { Caller } from '../../community/calls/caller.js';
import { SignUpChoices } from './sign-up-choices.js';
import { SignUpService } from './sign-up.service.js';

@Controller()
export class SignUpController {
  constructor(
    private readonly signUps: SignUpService,
    private readonly choices: SignUpChoices,
  ) {}

  @Answers(signUp)
  signUp(caller: Caller, input: CallArguments<typeof signUp>) {
    return this.signUps.signUp(caller, input);
  }

  @Answers(readSelectableGroups)
  selectableGroups(caller: Caller, { place }: CallArguments<typeof readSelectableGroups>) {
    return this.choices.selectableGroups(caller, place);
  }
}
