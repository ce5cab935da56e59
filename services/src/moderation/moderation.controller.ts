import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  decideReport,
  readAudit,
  readReport,
  readReports,
  reportClassified,
  reportEvent,
  reportFile,
  reportMember,
  reportShout,
  reportSponsor,
} from '@paddock/contract/calls/moderation';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { AuditTrail } from './audit-trail.js';
import { QueueService } from './queue.service.js';
import { ReportingService } from './reporting.service.js';

@Controller()
export class ModerationController {
  constructor(
    private readonly reporting: ReportingService,
    private readonly queue: QueueService,
    private readonly audit: AuditTrail,
  ) {}

  @Answers(reportShout)
  reportShout(caller: SignedInCaller, input: CallArguments<typeof reportShout>) {
    return this.reporting.report(caller, 'shout', input);
  }

  @Answers(reportMember)
  reportMember(caller: SignedInCaller, input: CallArguments<typeof reportMember>) {
    return this.reporting.report(caller, 'user', input);
  }

  @Answers(reportEvent)
  reportEvent(caller: SignedInCaller, input: CallArguments<typeof reportEvent>) {
    return this.reporting.report(caller, 'event', input);
  }

  @Answers(reportClassified)
  reportClassified(caller: SignedInCaller, input: CallArguments<typeof reportClassified>) {
    return this.reporting.report(caller, 'classified', input);
  }

  @Answers(reportSponsor)
  reportSponsor(caller: SignedInCaller, input: CallArguments<typeof reportSponsor>) {
    return this.reporting.report(caller, 'sponsor', input);
  }

  @Answers(reportFile)
  reportFile(caller: SignedInCaller, input: CallArguments<typeof reportFile>) {
    return this.reporting.report(caller, 'file', input);
  }

  @Answers(readReports)
  list(caller: SignedInCaller, input: CallArguments<typeof readReports>) {
    return this.queue.list(caller, input);
  }

  @Answers(readReport)
  read(caller: SignedInCaller, input: CallArguments<typeof readReport>) {
    return this.queue.read(caller, input);
  }

  @Answers(decideReport)
  decide(caller: SignedInCaller, input: CallArguments<typeof decideReport>) {
    return this.queue.decide(caller, input);
  }

  @Answers(readAudit)
  readAudit(caller: SignedInCaller, input: CallArguments<typeof readAudit>) {
    return this.audit.list(caller, input);
  }
}
