import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { readThirdPartyLink, thirdPartyLogin } from '@paddock/contract/calls/third-party';
import { Answers } from '../../../community/calls/answers.js';
import type { Caller } from '../../../community/calls/caller.js';
import { ThirdPartyService } from './third-party.service.js';

@Controller()
export class ThirdPartyController {
  constructor(private readonly thirdParty: ThirdPartyService) {}

  @Answers(readThirdPartyLink)
  link(caller: Caller) {
    return this.thirdParty.link(caller);
  }

  @Answers(thirdPartyLogin)
  login(caller: Caller, input: CallArguments<typeof thirdPartyLogin>) {
    return this.thirdParty.login(caller, input);
  }
}
