import { Controller, Inject } from '@nestjs/common';
import { readBoot, readWorkplaces, writeLog } from '@paddock/contract/calls/boot';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { BootService } from './boot.service.js';

@Controller()
export class BootController {
  constructor(
    private readonly boots: BootService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Answers(readBoot)
  async boot(caller: Caller) {
    return this.boots.boot(caller);
  }

  @Answers(readWorkplaces)
  async workplaces(caller: SignedInCaller) {
    return { workplaces: this.boots.workplaces(caller) };
  }

  @Answers(writeLog)
  async log({ tenant, user }: Caller, input: CallArguments<typeof writeLog>) {
    this.logger.info({ module: 'client', ...tenant, user: user?._id, report: input }, 'client reported');
    return { ok: true as const };
  }
}
