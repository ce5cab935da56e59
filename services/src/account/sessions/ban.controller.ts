import { Controller } from '@nestjs/common';
import { banMember } from '@paddock/contract/calls/account-data';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../platform/calls/answers.js';
import type { SignedInCaller } from '../../platform/calls/caller.js';
import { BanService } from './ban.service.js';

@Controller()
export class BanController {
  constructor(private readonly bans: BanService) {}

  @Answers(banMember)
  ban(caller: SignedInCaller, input: CallArguments<typeof banMember>) {
    return this.bans.ban(caller, input);
  }
}
