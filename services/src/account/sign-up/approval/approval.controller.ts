import { Controller } from '@nestjs/common';
import { denyAccess, grantAccess, readApplicants, verifyAccess } from '@paddock/contract/calls/approval';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../../community/calls/caller.js';
import { ApprovalService } from './approval.service.js';

@Controller()
export class ApprovalController {
  constructor(private readonly approval: ApprovalService) {}

  @Answers(grantAccess)
  grant(caller: Caller, input: CallArguments<typeof grantAccess>) {
    return this.approval.decide(caller, input, true);
  }

  @Answers(denyAccess)
  deny(caller: Caller, input: CallArguments<typeof denyAccess>) {
    return this.approval.decide(caller, input, false);
  }

  @Answers(verifyAccess)
  verify(caller: Caller, input: CallArguments<typeof verifyAccess>) {
    return this.approval.verify(caller, input);
  }

  @Answers(readApplicants)
  waiting(caller: SignedInCaller, input: CallArguments<typeof readApplicants>) {
    return this.approval.waiting(caller, input);
  }
}
