import { Controller } from '@nestjs/common';
import { deleteAccount, exportAccount, terminateMember } from '@paddock/contract/calls/account-data';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { DeletionService } from './deletion.service.js';
import { ExportService } from './export.service.js';

@Controller()
export class AccountDataController {
  constructor(
    private readonly deletions: DeletionService,
    private readonly exports: ExportService,
  ) {}

  @Answers(exportAccount)
  export(caller: SignedInCaller) {
    return this.exports.export(caller);
  }

  @Answers(deleteAccount)
  delete(caller: SignedInCaller, input: CallArguments<typeof deleteAccount>) {
    return this.deletions.deleteOwn(caller, input);
  }

  @Answers(terminateMember)
  terminate(caller: SignedInCaller, input: CallArguments<typeof terminateMember>) {
    return this.deletions.terminate(caller, input);
  }
}
