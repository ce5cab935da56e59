import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { activate, revokeEmailChange, sendEmailPin, verifyPin } from '@paddock/contract/calls/email-verification';
import { Answers } from '../../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../../community/calls/caller.js';
import { EmailRevocation } from '../../credentials/email-change/email-revocation.js';
import { EmailActivation } from './email-activation.js';
import { EmailVerificationService } from './email-verification.service.js';

@Controller()
export class EmailVerificationController {
  constructor(
    private readonly verification: EmailVerificationService,
    private readonly activation: EmailActivation,
    private readonly revocation: EmailRevocation,
  ) {}

  @Answers(sendEmailPin)
  send(caller: SignedInCaller, input: CallArguments<typeof sendEmailPin>) {
    return this.verification.send(caller, input);
  }

  @Answers(verifyPin)
  verify(caller: SignedInCaller, input: CallArguments<typeof verifyPin>) {
    return this.verification.verify(caller, input);
  }

  @Answers(activate)
  activate(caller: Caller, input: CallArguments<typeof activate>) {
    return this.activation.activate(caller, input);
  }

  @Answers(revokeEmailChange)
  revoke(caller: Caller, input: CallArguments<typeof revokeEmailChange>) {
    return this.revocation.revoke(caller, input);
  }
}
