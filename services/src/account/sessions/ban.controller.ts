import { Controller } from '@nestjs/common';
import { banMember } from '@paddock/contract/calls/account-data';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { MemberBans } from '../../community/users/member-bans.js';

@Controller()
export class BanController {
  constructor(private readonly bans: MemberBans) {}

  @Answers(banMember)
  ban({ tenant, user }: SignedInCaller, { id, banned, reason }: CallArguments<typeof banMember>) {
    return this.bans.set(tenant, id, banned, { by: user._id, reason });
  }
}
