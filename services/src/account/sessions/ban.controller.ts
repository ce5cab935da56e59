import { Controller } from '@nestjs/common';
import { banMember } from '@paddock/contract/calls/account-data';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { BanService } from './ban.service.js';

@Controller()
export class BanController {
  constructor(private readonly bans: BanService) {}

  @Answers(banMember)
  ban(caller: SignedInCaller, input: CallArguments<typeof banMember>) {
    return this.bans.ban(caller, input);
  }
}
