import { Controller, Inject } from '@nestjs/common';
import { readBoot, readWorkplaces, writeLog } from '@paddock/contract/calls/boot';
import { missingAccess } from '@paddock/contract/calls/users';
import { outageCodes } from '@paddock/contract/core/client-errors';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import { RolloutsService } from '../rollouts/rollouts.service.js';
import { BootService } from './boot.service.js';

@Controller()
export class BootController {
  constructor(
    private readonly boots: BootService,
    private readonly proven: ProvenReleases,
    private readonly rollouts: RolloutsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Answers(readBoot)
  async boot(caller: Caller, input: CallArguments<typeof readBoot>) {
    return this.boots.boot(caller, input);
  }

  @Answers(readWorkplaces)
  async workplaces(caller: SignedInCaller) {
    return { workplaces: this.boots.workplaces(caller) };
  }

  @Answers(writeLog)
  async log({ tenant, user, config, session, preview }: Caller, input: CallArguments<typeof writeLog>) {
    const { module = '', version = '', code = '' } = input;
    // What a session sees by its own choice says nothing of what others get.
    const isOverridden =
      preview !== undefined || session?.overrides?.some((override) => override.module === module) === true;
    // Only reports of full members count, since they decide what others get: anyone can sign up with invented addresses.
    const member = user && missingAccess(user, config) === undefined ? user : undefined;
    if (input.type === 'module_mounted' && member && !isOverridden)
      await this.proven.add(tenant.community, module, version);
    const isFault = input.type === 'module_failed' || input.type === 'module_noticed';
    const isCounted = isFault && !isOverridden && this.boots.countFailure(tenant.community, input);
    // Files that a restarting server refuses or a slow network delays say nothing of a release; those of the former one are in the
    // members' caches.
    const failed = isCounted && input.type === 'module_failed' && !outageCodes.has(code);
    if (failed && member) await this.proven.addFailure(tenant.community, module, { version, code });
    if (member && !isOverridden && (failed || input.type === 'module_mounted'))
      await this.rollouts.report(tenant.community, member._id, { module, version, failed });
    this.logger[isFault ? 'warn' : 'info'](
      { module: 'client', ...tenant, user: user?._id, report: input },
      'client reported',
    );
    return { ok: true as const };
  }
}
