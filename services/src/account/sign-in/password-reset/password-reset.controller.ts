import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { resetPassword, sendResetPasswordLink, validatePasswordToken } from '@paddock/contract/calls/password-reset';
import { Answers } from '../../../community/calls/answers.js';
import type { Caller } from '../../../community/calls/caller.js';
import { PasswordResetService } from './password-reset.service.js';
import { ResetRequests } from './reset-requests.js';

@Controller()
export class PasswordResetController {
  constructor(
    private readonly requests: ResetRequests,
    private readonly resets: PasswordResetService,
  ) {}

  @Answers(sendResetPasswordLink)
  send(caller: Caller, input: CallArguments<typeof sendResetPasswordLink>) {
    return this.requests.send(caller, input);
  }

  @Answers(validatePasswordToken)
  validate(caller: Caller, input: CallArguments<typeof validatePasswordToken>) {
    return this.resets.validate(caller, input);
  }

  @Answers(resetPassword)
  reset(caller: Caller, input: CallArguments<typeof resetPassword>) {
    return this.resets.reset(caller, input);
  }
}
