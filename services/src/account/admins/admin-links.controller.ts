import { Controller } from '@nestjs/common';
import { becomeAdmin, validateAdminLink } from '@paddock/contract/calls/admin-links';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { Caller } from '../../community/calls/caller.js';
import { AdminLinksService } from './admin-links.service.js';

@Controller()
export class AdminLinksController {
  constructor(private readonly links: AdminLinksService) {}

  @Answers(validateAdminLink)
  validate(caller: Caller, input: CallArguments<typeof validateAdminLink>) {
    return this.links.validate(caller, input);
  }

  @Answers(becomeAdmin)
  become(caller: Caller, input: CallArguments<typeof becomeAdmin>) {
    return this.links.become(caller, input);
  }
}
