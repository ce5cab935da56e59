import { Controller } from '@nestjs/common';
import { checkChange, readDeployment, readStatus } from '@paddock/contract/calls/operations';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { DeployedService } from './deployed.service.js';
import { FlagChangesService } from './flag-changes.service.js';
import { StatusService } from './status.service.js';

@Controller()
export class OperationsController {
  constructor(
    private readonly statuses: StatusService,
    private readonly deployed: DeployedService,
    private readonly changes: FlagChangesService,
  ) {}

  @Answers(readStatus)
  status(caller: SignedInCaller) {
    return this.statuses.read(caller);
  }

  @Answers(readDeployment)
  deployment(caller: SignedInCaller) {
    return this.deployed.read(caller);
  }

  @Answers(checkChange)
  checkChange(caller: SignedInCaller, input: CallArguments<typeof checkChange>) {
    return this.changes.check(caller, input);
  }
}
