import { Controller } from '@nestjs/common';
import { checkChange, endOverrides, readDeployment, readStatus, setOverride } from '@paddock/contract/calls/operations';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { OverridesService } from '../overrides/overrides.service.js';
import { DeployedService } from './deployed.service.js';
import { FileChangesService } from './file-changes.service.js';
import { StatusService } from './status.service.js';

@Controller()
export class OperationsController {
  constructor(
    private readonly statuses: StatusService,
    private readonly deployed: DeployedService,
    private readonly changes: FileChangesService,
    private readonly overrides: OverridesService,
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

  @Answers(setOverride)
  override(caller: SignedInCaller, input: CallArguments<typeof setOverride>) {
    return this.overrides.set(caller, input);
  }

  @Answers(endOverrides)
  endOverrides(caller: SignedInCaller, input: CallArguments<typeof endOverrides>) {
    return this.overrides.end(caller, input);
  }
}
